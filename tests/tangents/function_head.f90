! A function as the head, called by its name as the dependent.
! head: rosenbrock(x)>(rosenbrock)
real(8) function rosenbrock(n, x)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  rosenbrock = sum(100*(x(2:n) - x(1:n-1)**2)**2 + (1 - x(1:n-1))**2)
end function
