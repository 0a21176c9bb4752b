! A tridiagonal solve.
! head: thomas(x)>(y)
subroutine thomas(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  real(8) :: c(n), d, b
  integer :: i
  b = 3 + x(1)
  y(1) = x(1)/b
  do i = 2, n
     c(i) = x(i - 1)/b
     b = 3 + x(i) - x(i)*c(i)
     y(i) = (x(i) - y(i - 1))/b
  end do
  do i = n - 1, 1, -1
     d = c(i + 1)*y(i + 1)
     y(i) = y(i) - d
  end do
end subroutine
