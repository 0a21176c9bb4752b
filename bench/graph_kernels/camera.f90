! Bundle adjustment; see camera.c.
subroutine camera(x, c, y)
  implicit none
  real(8), intent(in) :: x(12), c(2)
  real(8), intent(out) :: y(2)
  real(8) :: square, angle, cosine, sine, inverse, ax, ay, az, along, px, py, pz, u, v, distortion

  square = x(1)**2 + x(2)**2 + x(3)**2
  angle = sqrt(square)
  cosine = cos(angle)
  sine = sin(angle)
  inverse = 1d0/angle
  ax = x(1)*inverse
  ay = x(2)*inverse
  az = x(3)*inverse
  along = (ax*x(10) + ay*x(11) + az*x(12))*(1d0 - cosine)
  px = x(10)*cosine + (ay*x(12) - az*x(11))*sine + ax*along
  py = x(11)*cosine + (az*x(10) - ax*x(12))*sine + ay*along
  pz = x(12)*cosine + (ax*x(11) - ay*x(10))*sine + az*along
  px = px + x(4)
  py = py + x(5)
  pz = pz + x(6)
  u = -px/pz
  v = -py/pz
  square = u**2 + v**2
  distortion = 1d0 + square*(x(8) + x(9)*square)
  y(1) = x(7)*distortion*u - c(1)
  y(2) = x(7)*distortion*v - c(2)
end subroutine

subroutine camera_sum(points, x, c, s)
  implicit none
  integer, intent(in) :: points
  real(8), intent(in) :: x(12, points), c(2)
  real(8), intent(out) :: s
  real(8) :: y(2)
  integer :: i

  s = 0
  do i = 1, points
    call camera(x(:, i), c, y)
    s = s + 0.5d0*sum(y**2)
  end do
end subroutine
