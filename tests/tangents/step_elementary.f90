! Elementary functions of one variable.
! head: elementary(x)>(y)
subroutine elementary(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  integer :: i
  do i = 1, n
     y(i) = sin(x(i))*exp(-x(i)) + cos(x(i))**2/(1 + x(i)) + tan(x(i)/2) + log(x(i))*sqrt(x(i))
     y(i) = y(i) + sinh(x(i))*cosh(x(i)/2) - tanh(x(i)) + asin(x(i)/3) + acos(x(i)/4) + atan(x(i))
  end do
end subroutine
