! head: model(x,t)>(y)
! A procedure and a function by hand, one that is inactive, and one that is linear; a passive table
! that a tangent takes a derivative of.
subroutine model(n, x, t, given, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), t, given(n)
  real(8), intent(out) :: y
  real(8) :: z(n), table(n), weight, value
  real(8), external :: pulse
  integer :: i
  interface
    subroutine smooth(u, v)
      real(8), intent(in) :: u(:)
      real(8), intent(out) :: v(:)
    end subroutine smooth
  end interface
  table = [(0.1d0*i, i = 1, n)]
  call seed(weight)
  call interpolate(n, table, x, t**2, value)
  call smooth(x, z)
  call interpolate(n, given, x, t, y)
  y = y + value + weight*sum(z*x) + pulse(2*t, x(1)) + pulse(0.5d0, x(2))
end subroutine model
