! Explicit steps of Burgers' equation with array syntax.
! head: burgers(x)>(y)
! complex-step
#ifndef SCALAR
#define SCALAR real(8)
#endif
subroutine burgers(n, x, y)
  implicit none
  integer, intent(in) :: n
  SCALAR, intent(in) :: x(n)
  SCALAR, intent(out) :: y(n)
  SCALAR :: u(n), f(n)
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
