! Inverse hyperbolic functions.
! head: inverse_hyperbolic(x)>(y)
subroutine inverse_hyperbolic(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  y = asinh(x) + acosh(2 + x) + atanh(x/3)
end subroutine
