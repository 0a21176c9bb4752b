! Quotients and shared parts.
! head: quotients(x)>(y)
! complex-step
#ifndef SCALAR
#define SCALAR real(8)
#endif
subroutine quotients(n, x, y)
  implicit none
  integer, intent(in) :: n
  SCALAR, intent(in) :: x(n)
  SCALAR, intent(out) :: y(n)
  integer :: i
  SCALAR :: a, b
  do i = 1, n
     a = 1 + x(i)*x(i)
     b = exp(x(i)/a)
     y(i) = (a - b)/(a + b)*b/(1 + b)**2
  end do
end subroutine
