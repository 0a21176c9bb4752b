! Explicit steps of Burgers' equation with array syntax.
! head: burgers(x)>(y)
subroutine burgers(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  real(8) :: u(n), f(n)
  integer :: step
  u = sin(x)
  do step = 1, 20
     f = 0.5d0*u**2
     u(2:n-1) = u(2:n-1) - 0.05d0*(f(3:) - f(:n-2)) + 0.02d0*(u(3:) - 2*u(2:n-1) + u(:n-2))
     u(1) = u(2)
     u(n) = u(n-1)
  end do
  y = u
end subroutine
