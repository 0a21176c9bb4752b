! External, single precision, assumed size, a function with several independents.
! head: single(x,a,y)>(single)
function single(n, x, a, y) result(r)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: x(n, *), a, y(0:3)
  real :: r
  r = x(1, 2)*a + y(0)*y(2) + x(n, 1)
end function single
