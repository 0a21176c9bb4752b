! head: f(x)>(y)
! complex step: it computes with complex numbers itself
! not: flang-22
subroutine f(n, x, y, z)
  implicit none
  integer, intent(in) :: n
  real(10), intent(in) :: x(n)
  real(16), intent(out) :: y(n)
  complex(8) :: z
  y = x**3
  y(1) = abs(x(1)-x(1)*x(2)) + real(z)
end
