! A turned point, by hand. See rodrigues.c.
module rodrigues_hand
  implicit none
contains
  subroutine back(x, xb, c, seeded, yb, weight)
    real(8), intent(in) :: x(6), c(3), yb(3), weight
    real(8), intent(inout) :: xb(6)
    logical, intent(in) :: seeded
    real(8) :: angle, inverse, cosine, sine, rest, ax, ay, az, px, py, pz, nx, ny, nz, dot, along, wx, wy, wz, &
      seen, across, mx, my, mz, turned
    angle = sqrt(x(1)**2 + x(2)**2 + x(3)**2)
    inverse = 1d0/angle
    cosine = cos(angle)
    sine = sin(angle)
    rest = 1d0 - cosine
    ax = x(1)*inverse
    ay = x(2)*inverse
    az = x(3)*inverse
    px = x(4)
    py = x(5)
    pz = x(6)
    nx = ay*pz - az*py
    ny = az*px - ax*pz
    nz = ax*py - ay*px
    dot = ax*px + ay*py + az*pz
    along = dot*rest
    if (seeded) then
      wx = yb(1)
      wy = yb(2)
      wz = yb(3)
    else
      wx = weight*(px*cosine + nx*sine + ax*along + c(1))
      wy = weight*(py*cosine + ny*sine + ay*along + c(2))
      wz = weight*(pz*cosine + nz*sine + az*along + c(3))
    end if
    seen = ax*wx + ay*wy + az*wz
    across = rest*seen
    mx = sine*(py*wz - pz*wy) + along*wx + across*px
    my = sine*(pz*wx - px*wz) + along*wy + across*py
    mz = sine*(px*wy - py*wx) + along*wz + across*pz
    turned = cosine*(nx*wx + ny*wy + nz*wz) + sine*(dot*seen - px*wx - py*wy - pz*wz) - inverse*(mx*ax &
      + my*ay + mz*az)
    xb(1) = xb(1) + turned*ax + inverse*mx
    xb(2) = xb(2) + turned*ay + inverse*my
    xb(3) = xb(3) + turned*az + inverse*mz
    xb(4) = xb(4) + cosine*wx - sine*(ay*wz - az*wy) + across*ax
    xb(5) = xb(5) + cosine*wy - sine*(az*wx - ax*wz) + across*ay
    xb(6) = xb(6) + cosine*wz - sine*(ax*wy - ay*wx) + across*az
  end subroutine
end module

subroutine rodrigues_hand_j(x, c, y, jacobian)
  implicit none
  real(8), intent(in) :: x(6), c(3)
  real(8), intent(out) :: y(3), jacobian(3, 6)
  real(8) :: angle, inverse, cosine, sine, rest, ax, ay, az, px, py, pz, nx, ny, nz, dot, along, s, k, l, &
    turned, f, dx, dy, dz, kx, ky, kz, xy, yz, zx, sx, sy, sz
  angle = sqrt(x(1)**2 + x(2)**2 + x(3)**2)
  inverse = 1d0/angle
  cosine = cos(angle)
  sine = sin(angle)
  rest = 1d0 - cosine
  ax = x(1)*inverse
  ay = x(2)*inverse
  az = x(3)*inverse
  px = x(4)
  py = x(5)
  pz = x(6)
  nx = ay*pz - az*py
  ny = az*px - ax*pz
  nz = ax*py - ay*px
  dot = ax*px + ay*py + az*pz
  along = dot*rest
  y(1) = px*cosine + nx*sine + ax*along + c(1)
  y(2) = py*cosine + ny*sine + ay*along + c(2)
  y(3) = pz*cosine + nz*sine + az*along + c(3)
  s = sine*inverse
  k = rest*inverse
  l = k*dot
  turned = dot*(sine - 2d0*k)
  f = cosine - s
  dx = -sine*px + f*nx + turned*ax
  dy = -sine*py + f*ny + turned*ay
  dz = -sine*pz + f*nz + turned*az
  kx = k*ax
  ky = k*ay
  kz = k*az
  jacobian(1, 1) = dx*ax + kx*px + l
  jacobian(1, 2) = dx*ay + kx*py + s*pz
  jacobian(1, 3) = dx*az + kx*pz - s*py
  jacobian(2, 1) = dy*ax + ky*px - s*pz
  jacobian(2, 2) = dy*ay + ky*py + l
  jacobian(2, 3) = dy*az + ky*pz + s*px
  jacobian(3, 1) = dz*ax + kz*px + s*py
  jacobian(3, 2) = dz*ay + kz*py - s*px
  jacobian(3, 3) = dz*az + kz*pz + l
  xy = rest*ax*ay
  yz = rest*ay*az
  zx = rest*az*ax
  sx = sine*ax
  sy = sine*ay
  sz = sine*az
  jacobian(1, 4) = cosine + rest*ax**2
  jacobian(1, 5) = xy - sz
  jacobian(1, 6) = zx + sy
  jacobian(2, 4) = xy + sz
  jacobian(2, 5) = cosine + rest*ay**2
  jacobian(2, 6) = yz - sx
  jacobian(3, 4) = zx - sy
  jacobian(3, 5) = yz + sx
  jacobian(3, 6) = cosine + rest*az**2
end subroutine

subroutine rodrigues_hand_b(x, xb, c, y, yb)
  use rodrigues_hand, only: back
  implicit none
  real(8), intent(in) :: x(6), c(3), y(3), yb(3)
  real(8), intent(inout) :: xb(6)
  call back(x, xb, c, .true., yb, 0d0)
end subroutine

subroutine rodrigues_sum_hand_b(points, x, xb, c, s, sb)
  use rodrigues_hand, only: back
  implicit none
  integer, intent(in) :: points
  real(8), intent(in) :: x(6, points), c(3), s, sb
  real(8), intent(inout) :: xb(6, points)
  real(8) :: none(3)
  integer :: i
  none = 0
  do i = 1, points
    call back(x(:, i), xb(:, i), c, .false., none, sb)
  end do
end subroutine
