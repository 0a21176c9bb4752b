! The program reports of points with another pattern.
! head: constrained(x)>(y)
subroutine constrained(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(2)
  y(1) = x(1)*x(2)
  y(2) = x(2)
  if (x(1) > 1) y(2) = y(2) + x(3)
end subroutine constrained
