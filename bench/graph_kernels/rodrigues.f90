! A point turned by a rotation vector (Rodrigues' formula) and moved; see rodrigues.c.
subroutine rodrigues(x, c, y)
  implicit none
  real(8), intent(in) :: x(6), c(3)
  real(8), intent(out) :: y(3)
  real(8) :: angle, cosine, sine, ax, ay, az, nx, ny, nz, along

  angle = sqrt(x(1)**2 + x(2)**2 + x(3)**2)
  cosine = cos(angle)
  sine = sin(angle)
  ax = x(1)/angle
  ay = x(2)/angle
  az = x(3)/angle
  nx = ay*x(6) - az*x(5)
  ny = az*x(4) - ax*x(6)
  nz = ax*x(5) - ay*x(4)
  along = (ax*x(4) + ay*x(5) + az*x(6))*(1d0 - cosine)
  y(1) = x(4)*cosine + nx*sine + ax*along + c(1)
  y(2) = x(5)*cosine + ny*sine + ay*along + c(2)
  y(3) = x(6)*cosine + nz*sine + az*along + c(3)
end subroutine

subroutine rodrigues_sum(points, x, c, s)
  implicit none
  integer, intent(in) :: points
  real(8), intent(in) :: x(6, points), c(3)
  real(8), intent(out) :: s
  real(8) :: y(3)
  integer :: i

  s = 0
  do i = 1, points
    call rodrigues(x(:, i), c, y)
    s = s + 0.5d0*sum(y**2)
  end do
end subroutine
