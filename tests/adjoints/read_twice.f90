! One variable for two arguments that are only read, which is allowed: their adjoints are one, too, and compilers
! may take them for two. (Compiled with gfortran -O3, sums were lost.)
!   head: products(a)>(s)
!   head: chained(a)>(s)
!   head: numbers(x)>(s)
!   head: of_module(a)>(s)
!   head: of_record(a)>(s)
!   head: shaped(a)>(s)
!   head: inside(a)>(s)
!   head: of_heap(a)>(s)
!   size: n=37
!   fflags: -O3
module shared_factors
  implicit none
  real(8) :: factors(37), weight
  type :: pair
    real(8) :: first(37), second(37), scale
  end type pair
contains
  subroutine weighted(n, x, s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: s
    integer :: i
    do i = 1, n
      s = s + x(i)*factors(i)**2*weight
    end do
  end subroutine weighted

  subroutine scaled(t, s)
    real(8), intent(in) :: t
    real(8), intent(inout) :: s
    s = s*t*weight + weight
  end subroutine scaled

  subroutine of_pairs(p, q, part, scale, s)
    type(pair), intent(in) :: p, q
    real(8), intent(in) :: part(37), scale
    real(8), intent(inout) :: s
    integer :: i
    do i = 1, 37
      s = s + p%first(i)*q%first(i)*q%second(i)*part(i)
    end do
    s = s*p%scale*q%scale**2*scale
  end subroutine of_pairs

  subroutine assumed(x, y, s)
    real(8), intent(in) :: x(:), y(:)
    real(8), intent(inout) :: s
    integer :: i
    do i = 1, size(x)
      s = s + x(i)*y(i)**3
    end do
  end subroutine assumed

  subroutine assumed_allocated(x, y, s)
    real(8), allocatable, intent(in) :: x(:), y(:)
    real(8), intent(inout) :: s
    integer :: i
    do i = 1, size(x)
      s = s + x(i)*y(i)**2
    end do
  end subroutine assumed_allocated
end module shared_factors

subroutine products(n, a, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(out) :: s
  external :: dots
  s = 0
  call dots(n, a, a, s)
  call dots(n - 1, a, a(2:n), s)
  call dots(n - 1, a(1:n-1), a(2), s)
  call dots(n/2, a(1:n/2), a(n/2+1:n), s)
end subroutine products

subroutine dots(n, x, y, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), y(n)
  real(8), intent(inout) :: s
  integer :: i
  do i = 1, n
    s = s + x(i)*y(i)**2
  end do
end subroutine dots

! As LAPACK does it: parts of an array, from one element on, handed down.
subroutine chained(n, a, s)
  implicit none
  integer :: n, j
  real(8) :: a(n, n), s
  s = 0
  do j = 2, n
    call handed_down(n, n, j, a, s)
  end do
end subroutine chained

subroutine handed_down(lda, n, j, a, s)
  implicit none
  integer :: lda, n, j
  real(8) :: a(lda, *), s, dot
  external :: dot
  s = s + dot(j - 1, a(j, 1), lda, a(j, 1), lda)
  call further_down(n, a(1, j), a(1, j), s)
  call further_down(n - 1, a(1, j), a(2, j), s)
end subroutine handed_down

subroutine further_down(n, x, y, s)
  implicit none
  integer :: n
  real(8) :: x(*), y(*), s, dot
  external :: dot
  s = s*0.5d0 + dot(n, x, 1, y, 1)**2
end subroutine further_down

real(8) function dot(n, x, incx, y, incy)
  implicit none
  integer :: n, incx, incy, i
  real(8) :: x(*), y(*)
  dot = 0
  if (incx == 1 .and. incy == 1) then
    do i = 1, n
      dot = dot + x(i)*y(i)**2
    end do
  else
    do i = 1, n
      dot = dot + x(1+(i-1)*incx)**2*y(1+(i-1)*incy)
    end do
  end if
end function dot

subroutine numbers(n, x, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8) :: t
  s = 1
  call three(x(2), x(2), x, s)
  t = s*x(3)
  call three(t, t, x, s)
end subroutine numbers

subroutine three(p, q, x, s)
  implicit none
  real(8), intent(in) :: p, q, x(3)
  real(8), intent(inout) :: s
  integer :: i
  do i = 1, 3
    s = s*p + q**2*sin(p)*x(i)
  end do
end subroutine three

subroutine of_module(n, a, s)
  use shared_factors
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(out) :: s
  integer :: j
  factors = 1
  factors(1:min(n, 37)) = a(1:min(n, 37))**2
  weight = sum(a)
  s = 0
  call weighted(37, factors, s)
  do j = 1, 3
    call weighted(37 - j, factors(j), s)
    call scaled(weight, s)
  end do
end subroutine of_module

subroutine of_record(n, a, s)
  use shared_factors
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(out) :: s
  type(pair) :: p
  p%first = a(1:37)**2
  p%second = sin(a(1:37))
  p%scale = a(3)
  s = 0
  call of_pairs(p, p, p%first, p%scale, s)
  call of_pairs(p, p, p%second, a(4), s)
end subroutine of_record

subroutine shaped(n, a, s)
  use shared_factors
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(out) :: s
  s = 0
  call assumed(a, a, s)
  call assumed(a, a(n:1:-1), s)
  call assumed(a(1:n-1), a(2:n), s)
end subroutine shaped

subroutine inside(n, a, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(out) :: s
  real(8) :: b(n)
  b = a**2
  s = 0
  call of_host(b)
contains
  subroutine of_host(x)
    real(8), intent(in) :: x(n)
    integer :: i
    do i = 1, n
      s = s + x(i)*b(i)*cos(b(i))
    end do
  end subroutine of_host
end subroutine inside

subroutine of_heap(n, a, s)
  use shared_factors
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(out) :: s
  real(8), allocatable :: b(:)
  allocate (b(n))
  b = a**2
  s = 0
  call assumed_allocated(b, b, s)
end subroutine of_heap
