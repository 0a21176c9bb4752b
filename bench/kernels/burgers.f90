! The viscous Burgers equation; see burgers.c. Here in array syntax.
subroutine advance(n, advection, diffusion, viscosity, u)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: advection, diffusion, viscosity
  real(8), intent(inout) :: u(n)
  real(8) :: slope(2:n - 1)
  where (u(2:n - 1) > 0d0)
    slope = u(2:n - 1) - u(1:n - 2)
  elsewhere
    slope = u(3:n) - u(2:n - 1)
  end where
  u(2:n - 1) = u(2:n - 1) - advection*u(2:n - 1)*slope &
               + diffusion*viscosity*(u(3:n) - 2d0*u(2:n - 1) + u(1:n - 2))
end subroutine

subroutine burgers(size, index, data, x, y)
  implicit none
  integer, intent(in) :: size(*), index(*)
  real(8), intent(in) :: data(*), x(*)
  real(8), intent(out) :: y(*)
  integer :: n, t
  n = size(1)
  y(1:n) = x(1:n)
  do t = 1, size(2)
    call advance(n, data(1), data(2), x(n + 1), y)
  end do
end subroutine
