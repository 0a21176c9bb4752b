! head: constant_function(x)>(constant_function,y)
function constant_function(x, y) result(c)
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y
  real(8) :: c
  y = x(1)*x(2)
  c = 3
end function constant_function
