! Square roots that the program divides by, or whose argument is positive by its form, beside others with the same argument.
! head: nonzero_roots(x)>(y)
! size: x=4 y=8
subroutine nonzero_roots(x, y)
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y(8)
  real(8) :: s
  s = x(1)**2 + x(2)*x(2)
  y(1) = x(3)/(s*sqrt(s))
  y(2) = x(4)/sqrt(s) + 2d0*sqrt(s)
  y(3) = sqrt(1d0 + x(1)*x(1) + (x(2)*x(3))**2)
  y(4) = merge(x(1)/sqrt(s), sqrt(s)*x(2), x(3) > x(4))
  y(5) = x(1)/(x(2)/sqrt(s + 0.5d0))
  y(6) = sum(x/sqrt(x*x + 1d0))
  y(7) = dsqrt(s)/(-(x(3)*dsqrt(s)) - 1d0)
  y(8) = exp(-sqrt(abs(x(1)) + 2d0)) + 1d0/(x(3)*(sqrt(2d0*s)*x(4)))
end subroutine nonzero_roots
