! A tridiagonal solve.
! head: thomas(x)>(y)
! complex-step
#ifndef SCALAR
#define SCALAR real(8)
#endif
subroutine thomas(n, x, y)
  implicit none
  integer, intent(in) :: n
  SCALAR, intent(in) :: x(n)
  SCALAR, intent(out) :: y(n)
  SCALAR :: c(n), d, b
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
