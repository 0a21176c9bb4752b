! reshape, spread, cshift and eoshift, with dim= and boundary=.
! head: stencil(u)>(v,w)
! size: n=6
subroutine stencil(n, u, v, w)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: u(n)
  real(8), intent(out) :: v(n), w(2, 3)
  real(8) :: grid(2, 3), outer(n, n)
  v = cshift(u, 1) - 2*u + cshift(u, -1) + eoshift(u, 2) + eoshift(u, -1, boundary=u(1)**2)
  grid = reshape(u(1:6), [2, 3])
  w = cshift(grid**2, 1, dim=2) + eoshift(grid, shift=1, dim=2) + reshape(u(1:6), [2, 3], order=[2, 1])
  outer = spread(u, 1, n)*spread(u, 2, n)
  v = v + sum(outer, dim=1) + outer(2, :)
end subroutine
