! A camera, by hand. See camera.c.
module camera_hand
  implicit none
  type :: rotation
    real(8) :: inverse, cosine, sine, rest, ax, ay, az, nx, ny, nz, dot
  end type
  type :: image
    real(8) :: u, v, square, distortion, depth ! depth: -1/z
  end type
contains
  pure function turn(x) result(r)
    real(8), intent(in) :: x(12)
    type(rotation) :: r
    real(8) :: angle
    angle = sqrt(x(1)**2 + x(2)**2 + x(3)**2)
    r%inverse = 1d0/angle
    r%cosine = cos(angle)
    r%sine = sin(angle)
    r%rest = 1d0 - r%cosine
    r%ax = x(1)*r%inverse
    r%ay = x(2)*r%inverse
    r%az = x(3)*r%inverse
    r%nx = r%ay*x(12) - r%az*x(11)
    r%ny = r%az*x(10) - r%ax*x(12)
    r%nz = r%ax*x(11) - r%ay*x(10)
    r%dot = r%ax*x(10) + r%ay*x(11) + r%az*x(12)
  end function

  pure function see(x, r) result(i)
    real(8), intent(in) :: x(12)
    type(rotation), intent(in) :: r
    type(image) :: i
    real(8) :: along, px, py, pz
    along = r%rest*r%dot
    px = x(10)*r%cosine + r%nx*r%sine + r%ax*along + x(4)
    py = x(11)*r%cosine + r%ny*r%sine + r%ay*along + x(5)
    pz = x(12)*r%cosine + r%nz*r%sine + r%az*along + x(6)
    i%depth = -1d0/pz
    i%u = px*i%depth
    i%v = py*i%depth
    i%square = i%u**2 + i%v**2
    i%distortion = 1d0 + i%square*(x(8) + x(9)*i%square)
  end function

  ! What a change w of the result means for rotation, translation and point.
  pure subroutine row(x, r, wx, wy, wz, rows, k, out)
    real(8), intent(in) :: x(12), wx, wy, wz
    type(rotation), intent(in) :: r
    integer, intent(in) :: rows, k
    real(8), intent(inout) :: out(rows, 12)
    real(8) :: px, py, pz, ax, ay, az, seen, across, along, mx, my, mz, turned
    px = x(10)
    py = x(11)
    pz = x(12)
    ax = r%ax
    ay = r%ay
    az = r%az
    seen = ax*wx + ay*wy + az*wz
    across = r%rest*seen
    along = r%rest*r%dot
    mx = r%sine*(py*wz - pz*wy) + along*wx + across*px
    my = r%sine*(pz*wx - px*wz) + along*wy + across*py
    mz = r%sine*(px*wy - py*wx) + along*wz + across*pz
    turned = r%cosine*(r%nx*wx + r%ny*wy + r%nz*wz) + r%sine*(r%dot*seen - px*wx - py*wy - pz*wz) &
      - r%inverse*(mx*ax + my*ay + mz*az)
    out(k, 1) = turned*ax + r%inverse*mx
    out(k, 2) = turned*ay + r%inverse*my
    out(k, 3) = turned*az + r%inverse*mz
    out(k, 4) = wx
    out(k, 5) = wy
    out(k, 6) = wz
    out(k, 10) = r%cosine*wx - r%sine*(ay*wz - az*wy) + across*ax
    out(k, 11) = r%cosine*wy - r%sine*(az*wx - ax*wz) + across*ay
    out(k, 12) = r%cosine*wz - r%sine*(ax*wy - ay*wx) + across*az
  end subroutine

  subroutine back(x, xb, c, seeded, yb, weight)
    real(8), intent(in) :: x(12), c(2), yb(2), weight
    real(8), intent(inout) :: xb(12)
    logical, intent(in) :: seeded
    type(rotation) :: r
    type(image) :: i
    real(8) :: scale, w0, w1, both, bent, spread, ub, vb, change(12)
    r = turn(x)
    i = see(x, r)
    scale = x(7)*i%distortion
    if (seeded) then
      w0 = yb(1)
      w1 = yb(2)
    else
      w0 = weight*(scale*i%u - c(1))
      w1 = weight*(scale*i%v - c(2))
    end if
    both = w0*i%u + w1*i%v
    bent = x(7)*both
    spread = 2d0*bent*(x(8) + 2d0*x(9)*i%square)
    ub = scale*w0 + spread*i%u
    vb = scale*w1 + spread*i%v
    change(7) = i%distortion*both
    change(8) = bent*i%square
    change(9) = bent*i%square**2
    call row(x, r, ub*i%depth, vb*i%depth, (ub*i%u + vb*i%v)*i%depth, 1, 1, change)
    xb = xb + change
  end subroutine
end module

subroutine camera_hand_j(x, c, y, jacobian)
  use camera_hand
  implicit none
  real(8), intent(in) :: x(12), c(2)
  real(8), intent(out) :: y(2), jacobian(2, 12)
  type(rotation) :: r
  type(image) :: i
  real(8) :: scale, bend, uu, uv, vv, once, twice
  r = turn(x)
  i = see(x, r)
  scale = x(7)*i%distortion
  bend = 2d0*x(7)*(x(8) + 2d0*x(9)*i%square)
  uu = scale + bend*i%u**2
  uv = bend*i%u*i%v
  vv = scale + bend*i%v**2
  y(1) = scale*i%u - c(1)
  y(2) = scale*i%v - c(2)
  call row(x, r, uu*i%depth, uv*i%depth, (uu*i%u + uv*i%v)*i%depth, 2, 1, jacobian)
  call row(x, r, uv*i%depth, vv*i%depth, (uv*i%u + vv*i%v)*i%depth, 2, 2, jacobian)
  once = x(7)*i%square
  twice = once*i%square
  jacobian(1, 7) = i%distortion*i%u
  jacobian(1, 8) = once*i%u
  jacobian(1, 9) = twice*i%u
  jacobian(2, 7) = i%distortion*i%v
  jacobian(2, 8) = once*i%v
  jacobian(2, 9) = twice*i%v
end subroutine

subroutine camera_hand_b(x, xb, c, y, yb)
  use camera_hand, only: back
  implicit none
  real(8), intent(in) :: x(12), c(2), y(2), yb(2)
  real(8), intent(inout) :: xb(12)
  call back(x, xb, c, .true., yb, 0d0)
end subroutine

subroutine camera_sum_hand_b(points, x, xb, c, s, sb)
  use camera_hand, only: back
  implicit none
  integer, intent(in) :: points
  real(8), intent(in) :: x(12, points), c(2), s, sb
  real(8), intent(inout) :: xb(12, points)
  real(8) :: none(2)
  integer :: i
  none = 0
  do i = 1, points
    call back(x(:, i), xb(:, i), c, .false., none, sb)
  end do
end subroutine
