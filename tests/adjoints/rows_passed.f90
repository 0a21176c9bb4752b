! Rows of a matrix, passed as the first element and a stride: elements of other columns than the argument's.
! head: sweep(a)>(a,s)
subroutine sweep(n, a, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n, n), s
  real(8), external :: dots
  integer :: j
  do j = 1, n - 1
    call addto(n, a(1, j), a(1, j + 1))
    s = s + dots(n, a(1, j), 1, a(j, 1), n)
  end do
  a = a*a
end subroutine sweep
subroutine addto(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(*), y(*)
  integer :: i
  do i = 1, n
    y(i) = y(i) + 0.5d0*x(i)**2
  end do
end subroutine addto
real(8) function dots(n, x, incx, y, incy)
  implicit none
  integer, intent(in) :: n, incx, incy
  real(8), intent(in) :: x(*), y(*)
  integer :: i
  dots = 0
  do i = 1, n
    dots = dots + x(1 + (i - 1)*incx)*y(1 + (i - 1)*incy)
  end do
end function dots
