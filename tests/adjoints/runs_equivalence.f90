! An element of an array and a scalar that share storage, in statements whose local Jacobians are accumulated.
! head: shared(s)>(x,y)
! complex step: it uses EQUIVALENCE
subroutine shared(n, x, s, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(4), s, y(4)
  real(8) :: v0, w0(4), w1(4), e0, e1(4)
  integer :: k0
  equivalence (e0, e1(2))
  v0 = s
  w0 = 0.3d0 + [0.1d0, 0.2d0, -0.3d0, 0.4d0]
  w1 = y(3) + [0.1d0, 0.2d0, -0.3d0, 0.4d0]
  k0 = n
  e1 = v0
  x(iand((k0 - k0), 3) + 1) = x(iand((k0 - k0), 3) + 1) * 0.3d0*(tanh(0.5d0*(e1(2))*e0))
  e1(iand(1, 3) + 1) = e1(iand(1, 3) + 1) * 0.3d0*(sin(w0(2)))/(1.5d0 + e0*e0)
  x(4:1:-1) = (0.7d0*w1 - e1(4:1:-1))
end subroutine
