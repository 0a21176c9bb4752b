! Hyperbolic functions and their inverses, one exp where several need it.
! head: hyperbolic(x)>(y)
pure subroutine hyperbolic(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  y = sinh(x)*cosh(x) - tanh(x/2) + asinh(x) + acosh(1 + x) + atanh(x/4)
end subroutine
