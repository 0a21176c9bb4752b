! Loops that are not what an analysis hopes for, in Fortran.
!
! expect j in leaves_column: serial
! expect w in leaves: serial
! expect w in endless: serial
! expect i in cycles: parallel
! expect i in labelled: parallel
! expect i in backwards: serial
! expect i in no_source: serial
! expect i in dummy_procedure: serial
! expect i in itself: serial
! expect i in restless: serial
! expect i in same_storage: serial
! expect i in zero_step: conditional
! expect i in symbolic_step: conditional
! expect i in empty: parallel
! expect i in huge: serial
! expect i in stops: serial
! expect i in reads: serial
! expect i in allocates: serial
! expect i in pointers: serial
! expect i in vector_subscript: serial
! expect i in optional_argument: parallel
! expect i in text: parallel
! expect i in text_twin: serial
! expect i in components: parallel
! expect i in components_twin: serial
! expect i in masked: parallel
! expect i in saved: serial
! expect trip in by_reals: serial
subroutine leaves(n, a)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  integer :: i
  do i = 1, n
    if (a(i) < 0.0d0) exit
    a(i) = 1.0d0
  end do
end subroutine leaves

subroutine endless(a)
  real(8), intent(inout) :: a(*)
  do
    a(1) = a(1) + 1.0d0
    if (a(1) > 10.0d0) exit
  end do
end subroutine endless

subroutine cycles(n, a)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  integer :: i
  do i = 1, n
    if (a(i) < 0.0d0) cycle
    a(i) = 1.0d0
  end do
end subroutine cycles

subroutine labelled(n, a)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  integer :: i
  do 10 i = 1, n
    if (a(i) < 0.0d0) goto 10
    a(i) = 1.0d0
10 continue
end subroutine labelled

subroutine backwards(n, a)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  integer :: i
  do i = 1, n
20  a(i) = a(i) + 1.0d0
    if (a(i) < 3.0d0) goto 20
    if (i > 1) a(i - 1) = a(i)
  end do
end subroutine backwards

subroutine no_source(n, a)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  integer :: i
  external :: elsewhere
  do i = 1, n
    call elsewhere(a(i))
  end do
end subroutine no_source

subroutine dummy_procedure(n, a, f)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  real(8), external :: f
  integer :: i
  do i = 1, n
    a(i) = f(a(i))
  end do
end subroutine dummy_procedure

recursive subroutine itself(n, a)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(*)
  integer :: i
  do i = 1, n
    a(i) = 1.0d0
    if (n > 1) call itself(n - 1, a)
  end do
end subroutine itself

subroutine restless(n, a)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  real(8), volatile :: v
  integer :: i
  v = 0.0d0
  do i = 1, n
    a(i) = v
  end do
end subroutine restless

subroutine same_storage(n)
  integer, intent(in) :: n
  real(8) :: a(100)
  integer :: k(200), i
  equivalence (a, k)
  common /shared/ a
  do i = 1, n
    a(i) = k(i + 1)
  end do
end subroutine same_storage

subroutine zero_step(n, s, a)
  integer, intent(in) :: n
  integer, intent(inout) :: s
  real(8), intent(inout) :: a(n)
  integer :: i
  do i = 1, n, s
    a(i) = a(n + 1 - i)
  end do
end subroutine zero_step

subroutine symbolic_step(n, s, a)
  integer, intent(in) :: n, s
  real(8), intent(inout) :: a(*)
  integer :: i
  do i = 1, n
    a(s*i) = i
  end do
end subroutine symbolic_step

subroutine empty(n)
  integer, intent(in) :: n
  integer :: i
  do i = 1, n
  end do
end subroutine empty

subroutine huge(n, a)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(*)
  integer(8) :: k, i
  k = 1
  do i = 1, n
    a(mod(k, 10_8) + 1) = i
    k = k*9223372036854775807_8 + 4611686018427387904_8
  end do
end subroutine huge

subroutine stops(n, a)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  integer :: i
  do i = 1, n
    if (a(i) < 0.0d0) stop 'negative'
    a(i) = 1.0d0
  end do
end subroutine stops

subroutine reads(n, a)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  integer :: i
  do i = 1, n
    read (*, *) a(i)
  end do
end subroutine reads

subroutine allocates(n, a)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  real(8), allocatable :: w(:)
  integer :: i
  do i = 1, n
    allocate(w(i))
    w = a(i)
    a(i) = sum(w)
    deallocate(w)
  end do
end subroutine allocates

subroutine pointers(n, p, q)
  integer, intent(in) :: n
  real(8), pointer, intent(in) :: p(:), q(:)
  integer :: i
  do i = 1, n
    p(i) = q(i)
  end do
end subroutine pointers

subroutine vector_subscript(n, k, a)
  integer, intent(in) :: n, k(n)
  real(8), intent(inout) :: a(n, n)
  integer :: i
  do i = 1, n
    a(k, 1) = a(k, i)
  end do
end subroutine vector_subscript

subroutine optional_argument(n, a, b)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  real(8), intent(in), optional :: b(n)
  integer :: i
  do i = 1, n
    if (present(b)) then
      a(i) = b(i)
    end if
  end do
end subroutine optional_argument

subroutine text(n, s)
  integer, intent(in) :: n
  character(8), intent(inout) :: s(n)
  integer :: i
  do i = 1, n
    s(i)(1:2) = 'ab'
  end do
end subroutine text

subroutine text_twin(n, s)
  integer, intent(in) :: n
  character(100), intent(inout) :: s
  integer :: i
  do i = 2, n
    s(i:i) = s(i - 1:i - 1)
  end do
end subroutine text_twin

subroutine components(n, p)
  integer, intent(in) :: n
  type point
    sequence
    real(8) :: x, y(3)
  end type point
  type(point), intent(inout) :: p(n)
  integer :: i
  do i = 1, n
    p(i)%y(2) = p(i)%x
  end do
end subroutine components

subroutine components_twin(n, p)
  integer, intent(in) :: n
  type point
    sequence
    real(8) :: x, y(3)
  end type point
  type(point), intent(inout) :: p(n)
  integer :: i
  do i = 2, n
    p(i)%y(2) = p(i - 1)%y(2)
  end do
end subroutine components_twin

subroutine masked(n, a)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n, n)
  integer :: i
  do i = 1, n
    where (a(1:n, i) > 0.0d0) a(1:n, i) = 0.0d0
  end do
end subroutine masked

subroutine saved(n, a)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  integer, save :: k = 0
  integer :: i
  do i = 1, n
    k = k + mod(i, 2)
    a(k) = i
  end do
end subroutine saved

subroutine by_reals(a)
  real(8), intent(inout) :: a(*)
  real(8) :: x
  integer :: i
  i = 1
  do x = 0.0d0, 1.0d0, 0.1d0
    a(i) = x
    i = i + 1
  end do
end subroutine by_reals

! b(0, j) is b(50, j - 1): not allowed, and yet what compilers make of it.
subroutine leaves_column(n, b)
  integer, intent(in) :: n
  real(8), intent(inout) :: b(50, 100)
  integer :: i, j
  do j = 2, n
    do i = 1, 50
      b(i, j) = b(i-1, j)
    end do
  end do
end subroutine leaves_column
