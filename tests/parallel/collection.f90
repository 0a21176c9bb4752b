! What Fortran adds to the loops of collection.c: storage that overlaps, sections, masks, complex numbers,
! logical reductions, arguments that do not overlap by the language. Of each kind there are twins that differ
! in what decides. Values are small whole numbers, so that sums are the same in any order.
!
! directives: 22

module loops
  implicit none
  integer, parameter :: n = 100
  real(8) :: a(1000), b(1000), c(1000), m(n, n)
  complex(8) :: z(1000)
  logical :: mask(1000)
  integer :: at(1000)
contains

! COMMON blocks under other names.
! expect i in common_apart: parallel
! expect i in common_twin: serial
subroutine common_apart
  real(8) :: x(300), y(300)
  common /apart/ x, y
  integer :: i
  do i = 1, 200
    x(i) = y(i + 1) + x(i)
  end do
  a(1:300) = x
end subroutine common_apart
subroutine common_twin
  real(8) :: u(600)
  common /store/ u
  integer :: i
  do i = 1, 200
    u(i) = u(i + 199) + u(i + 1)
  end do
end subroutine common_twin

! EQUIVALENCE.
! expect i in equivalent_twin: serial
! expect i in not_equivalent: parallel
subroutine equivalent_twin(result)
  real(8), intent(out) :: result
  real(8) :: x(200), y(200)
  equivalence (x(1), y(2))
  integer :: i
  x = 1.0d0
  y(1) = 3.0d0
  do i = 1, 199
    x(i) = y(i) + 1.0d0
  end do
  result = x(150)
end subroutine equivalent_twin
subroutine not_equivalent(result)
  real(8), intent(out) :: result
  real(8) :: x(200), y(200)
  integer :: i
  y = 1.0d0
  do i = 1, 199
    x(i) = y(i) + 1.0d0
  end do
  result = x(150)
end subroutine not_equivalent

! Sections of columns.
! expect j in columns: parallel
! expect j in columns_twin: serial
subroutine columns
  integer :: j
  do j = 2, n
    m(2:n, j) = m(1:n-1, j) + b(j)
  end do
end subroutine columns
subroutine columns_twin
  integer :: j
  do j = 2, n
    m(2:n, j) = m(1:n-1, j - 1) + b(j)
  end do
end subroutine columns_twin

! Arguments that are written do not overlap; one array with an offset does.
! expect i in arguments: parallel
! expect i in arguments_twin: conditional
subroutine arguments(k, x, y)
  integer, intent(in) :: k
  real(8), intent(inout) :: x(*)
  real(8), intent(in) :: y(*)
  integer :: i
  do i = 1, k
    x(i) = y(i + 1) + x(i)
  end do
end subroutine arguments
subroutine arguments_twin(k, l, x)
  integer, intent(in) :: k, l
  real(8), intent(inout) :: x(*)
  integer :: i
  do i = 1, k
    x(i + l) = x(i) + 1.0d0
  end do
end subroutine arguments_twin

! Steps of a loop, down and by an amount.
! expect i in downwards: parallel
! expect i in downwards_twin: serial
! expect i in strided: parallel
! expect i in strided_twin: serial
subroutine downwards
  integer :: i
  do i = n, 1, -1
    a(i) = a(i + n) + b(i)
  end do
end subroutine downwards
subroutine downwards_twin
  integer :: i
  do i = n, 1, -1
    a(i) = a(i + 1) + b(i)
  end do
end subroutine downwards_twin
subroutine strided
  integer :: i
  do i = 1, 3*n, 3
    a(i) = a(i + 1) + a(i + 2)
  end do
end subroutine strided
subroutine strided_twin
  integer :: i
  do i = 1, 3*n, 3
    a(i) = a(i + 1) + a(i + 3)
  end do
end subroutine strided_twin

! Induction variables.
! expect i in advancing: parallel
! expect i in advancing_twin: serial
! expect j in packed: parallel
! expect j in packed_twin: serial
subroutine advancing(k)
  integer, intent(inout) :: k
  integer :: i
  do i = 1, n
    a(k) = b(i)
    k = k + 2
  end do
end subroutine advancing
subroutine advancing_twin(k)
  integer, intent(inout) :: k
  integer :: i
  do i = 1, n
    a(k) = a(k + 2) + b(i)
    k = k + 2
  end do
end subroutine advancing_twin
subroutine packed(order, ap)
  integer, intent(in) :: order
  real(8), intent(inout) :: ap(*)
  integer :: i, j, k
  k = 1
  do j = 1, order
    do i = 1, j
      ap(k + i - 1) = i*10 + j
    end do
    k = k + j
  end do
end subroutine packed
subroutine packed_twin(order, ap)
  integer, intent(in) :: order
  real(8), intent(inout) :: ap(*)
  integer :: i, j, k
  k = 1
  do j = 1, order
    do i = 1, j
      ap(k + i - 1) = i*10 + j + ap(k + i)
    end do
    k = k + j
  end do
end subroutine packed_twin

! Control by GOTO, in fixed form's way.
! expect i in jumps: parallel
! expect i in jumps_twin: serial
subroutine jumps
  integer :: i
  do 20 i = 1, n
    if (b(i) .gt. 0.0d0) goto 10
    a(i) = 1.0d0
    goto 20
10  a(i) = b(i)
20 continue
end subroutine jumps
subroutine jumps_twin
  integer :: i
  do 20 i = 1, n
    if (a(i) .gt. 0.0d0) goto 10
    a(i) = 1.0d0
    goto 20
10  a(i + 1) = b(i)
20 continue
end subroutine jumps_twin

! Reductions.
! expect i in logicals: parallel
! also every in logicals: reduction
! also some in logicals: reduction
! expect i in logicals_twin: serial
! expect i in extremes: parallel
! expect i in extremes_twin: serial
! expect i in complex_sum: parallel
! expect i in complex_twin: serial
! expect j in norms: parallel
! expect i in norms_twin: serial
subroutine logicals(every, some)
  logical, intent(inout) :: every, some
  integer :: i
  do i = 1, n
    every = every .and. mask(i)
    some = some .or. b(i) > 4.0d0
  end do
end subroutine logicals
subroutine logicals_twin(every)
  logical, intent(inout) :: every
  integer :: i
  do i = 1, n
    every = every .neqv. (every .and. mask(i))
  end do
end subroutine logicals_twin
subroutine extremes(high, low)
  real(8), intent(inout) :: high, low
  integer :: i
  do i = 1, n
    high = max(high, b(i), c(i))
    low = min(c(i), low)
  end do
end subroutine extremes
subroutine extremes_twin(high, low)
  real(8), intent(inout) :: high, low
  integer :: i
  do i = 1, n
    high = max(high, b(i)) + 1.0d0
    low = min(c(i), low)
  end do
end subroutine extremes_twin
subroutine complex_sum(total)
  complex(8), intent(inout) :: total
  integer :: i
  do i = 1, n
    total = total + z(i)
  end do
end subroutine complex_sum
subroutine complex_twin(total)
  complex(8), intent(inout) :: total
  integer :: i
  do i = 1, n
    total = total + z(i)
    z(i) = total
  end do
end subroutine complex_twin
subroutine norms
  integer :: i, j
  real(8) :: s
  do j = 1, n
    s = 0.0d0
    do i = 1, n
      s = s + m(i, j)*m(i, j)
    end do
    a(j) = s
  end do
end subroutine norms
subroutine norms_twin
  integer :: i
  do i = 2, n
    a(i) = m(i, i)*m(i, i) + a(i - 1)
  end do
end subroutine norms_twin

! Indirect indexing, masks.
! expect i in gathered: parallel
! expect i in gathered_twin: serial
! expect j in masked: parallel
! expect j in masked_twin: serial
subroutine gathered
  integer :: i
  do i = 1, n
    a(i) = b(at(i))
  end do
end subroutine gathered
subroutine gathered_twin
  integer :: i
  do i = 1, n
    a(at(i)) = a(at(i)) + b(i)
  end do
end subroutine gathered_twin
subroutine masked
  integer :: j
  do j = 1, n
    where (m(:, j) > 1.0d0) m(:, j) = 0.0d0
  end do
end subroutine masked
subroutine masked_twin
  integer :: j
  do j = 2, n
    where (m(:, j - 1) > 1.0d0) m(:, j) = 0.0d0
  end do
end subroutine masked_twin

! Work arrays, calls.
! expect j in work: parallel
! also t in work: private
! expect j in work_twin: serial
! expect j in calls: parallel
! expect j in calls_twin: serial
subroutine work
  real(8) :: t(n)
  integer :: i, j
  do j = 1, n
    do i = 1, n
      t(i) = m(i, j)
    end do
    do i = 1, n
      m(i, j) = t(n + 1 - i)
    end do
  end do
end subroutine work
subroutine work_twin
  real(8) :: t(n)
  integer :: i, j
  t(1) = 0.0d0
  do j = 1, n
    do i = 2, n
      t(i) = m(i, j)
    end do
    do i = 1, n
      m(i, j) = t(n + 1 - i)
    end do
    t(1) = j
  end do
end subroutine work_twin
subroutine scale(length, x, factor)
  integer, intent(in) :: length
  real(8), intent(inout) :: x(length)
  real(8), intent(in) :: factor
  integer :: i
  do i = 1, length
    x(i) = factor*x(i)
  end do
end subroutine scale
real(8) function square(x)
  real(8), intent(in) :: x
  square = x*x
end function square
subroutine calls
  integer :: j
  do j = 1, n
    a(j) = square(b(j)) + square(c(j))
  end do
end subroutine calls
subroutine calls_twin
  integer :: j
  do j = 1, 90
    call scale(11, a(10*j), -1.0d0)
  end do
end subroutine calls_twin

end module loops

program collection
  use loops
  implicit none
  real(8) :: store(600), first(300), second(300), one, two
  common /store/ store
  common /apart/ first, second
  logical :: every, some
  complex(8) :: total
  integer :: k
  call reset
  call common_apart; call show('common_apart', 0.0d0)
  call common_twin; call show('common_twin', 0.0d0)
  call equivalent_twin(one); call show('equivalent_twin', one)
  call not_equivalent(one); call show('not_equivalent', one)
  call columns; call show('columns', 0.0d0)
  call columns_twin; call show('columns_twin', 0.0d0)
  call arguments(n, a, b); call show('arguments', 0.0d0)
  call arguments_twin(n, 1, a); call show('arguments_twin', 1.0d0)
  call arguments_twin(n, n, a); call show('arguments_twin', 2.0d0)
  call arguments_twin(n, 0, a); call show('arguments_twin', 3.0d0)
  call downwards; call show('downwards', 0.0d0)
  call downwards_twin; call show('downwards_twin', 0.0d0)
  call strided; call show('strided', 0.0d0)
  call strided_twin; call show('strided_twin', 0.0d0)
  k = 7
  call advancing(k); call show('advancing', real(k, 8))
  call advancing_twin(k); call show('advancing_twin', real(k, 8))
  call packed(30, a); call show('packed', 0.0d0)
  call packed_twin(30, a); call show('packed_twin', 0.0d0)
  call jumps; call show('jumps', 0.0d0)
  call jumps_twin; call show('jumps_twin', 0.0d0)
  every = .true.; some = .false.
  call logicals(every, some)
  call show('logicals', merge(1.0d0, 0.0d0, every) + merge(2.0d0, 0.0d0, some))
  call logicals_twin(every); call show('logicals_twin', merge(1.0d0, 0.0d0, every))
  one = 0.0d0; two = 0.0d0
  call extremes(one, two); call show('extremes', one + 10*two)
  call extremes_twin(one, two); call show('extremes_twin', one + 10*two)
  total = (1.0d0, 2.0d0)
  call complex_sum(total); call show('complex_sum', real(total, 8) + 10*aimag(total))
  call complex_twin(total); call show('complex_twin', real(total, 8) + 10*aimag(total))
  call norms; call show('norms', 0.0d0)
  call norms_twin; call show('norms_twin', 0.0d0)
  call gathered; call show('gathered', 0.0d0)
  call gathered_twin; call show('gathered_twin', 0.0d0)
  call masked; call show('masked', 0.0d0)
  call masked_twin; call show('masked_twin', 0.0d0)
  call work; call show('work', 0.0d0)
  call work_twin; call show('work_twin', 0.0d0)
  call calls; call show('calls', 0.0d0)
  call calls_twin; call show('calls_twin', 0.0d0)
contains
  subroutine reset
    integer :: i, j
    do i = 1, 1000
      a(i) = mod(i, 13) - 4
      b(i) = mod(7*i, 11) - 5
      c(i) = mod(i, 6)
      z(i) = cmplx(mod(i, 5), mod(i, 7), 8)
      mask(i) = mod(i, 50) /= 3
      at(i) = mod(i*i, 17) + 1
    end do
    do i = 1, 600
      store(i) = mod(i, 8)
    end do
    do i = 1, 300
      first(i) = mod(i, 8)
      second(i) = mod(i, 7)
    end do
    do j = 1, n
      do i = 1, n
        m(i, j) = mod(3*i + 5*j, 9) - 3
      end do
    end do
  end subroutine reset
  real(8) function mixed(length, x)
    integer, intent(in) :: length
    real(8), intent(in) :: x(*)
    integer :: i
    mixed = 0.0d0
    do i = 1, length
      mixed = mod(1.5d0*mixed + mod(i, 7)*x(i), 1.0d6)
    end do
  end function mixed
  subroutine show(name, result)
    character(*), intent(in) :: name
    real(8), intent(in) :: result
    print '(a, 6es18.10)', name, result, mixed(1000, a), mixed(n*n, m), mixed(600, store), &
      sum(real(z, 8)), sum(aimag(z))
    call reset
  end subroutine show
end program collection
