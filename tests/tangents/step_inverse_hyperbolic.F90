! Inverse hyperbolic functions.
! head: inverse_hyperbolic(x)>(y)
! complex-step
#ifndef SCALAR
#define SCALAR real(8)
#endif
subroutine inverse_hyperbolic(n, x, y)
  implicit none
  integer, intent(in) :: n
  SCALAR, intent(in) :: x(n)
  SCALAR, intent(out) :: y(n)
  y = asinh(x) + acosh(2 + x) + atanh(x/3)
end subroutine
