! Factors that stand there twice, dot products of a vector with itself and with another, roots of
! sums: each is computed once.
! head: f(x,y)>(r)
subroutine f(n, x, y, r)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), y(n)
  real(8), intent(out) :: r(6)
  r(1) = dot_product(x, x)
  r(2) = dot_product(x, y)
  r(3) = sqrt(sum((x - y)**2) + 1d0)
  r(4) = x(1)*x(1)*x(1) + sin(y(1))*sin(y(1))
  r(5) = max(x(1)*x(1), x(1)*x(1)) + (x(1) + x(1))/(y(1)*y(1) + 2d0)
  r(6) = sqrt(exp(x(1))*x(2)*x(2) + 1d0)*sqrt(exp(x(1))*x(2)*x(2) + 1d0)
end subroutine
