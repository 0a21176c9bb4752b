subroutine slopes(s, ds)
  use constants
  implicit none
  real(dp), intent(in) :: s(4)
  real(dp), intent(out) :: ds(4)
  real(dp) :: v
  v = hypot(s(3), s(4))
  ds(1:2) = s(3:4)
  ds(3:4) = -drag*v*s(3:4)
  ds(4) = ds(4) - gravity
end subroutine
