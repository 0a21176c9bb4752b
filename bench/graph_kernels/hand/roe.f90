! Roe's flux, by hand. See roe.c.
module roe_hand
  implicit none
  type :: side
    real(8) :: r, u, v, p, h, through ! through: r times the normal velocity
  end type
  type :: face
    type(side) :: l, r
    real(8) :: nx, ny, g, part, density, u, v, h, half, a, normal, du, dv, dn
    real(8) :: middle, w1, w2, w3, shear
    real(8) :: w1_density, w1_normal, w1_a, w1_dp, w1_dn ! derivatives of the waves
    real(8) :: w2_normal, w2_a, w2_dp
    real(8) :: w3_density, w3_normal, w3_a, w3_dp, w3_dn, shear_normal
    real(8) :: density_l, density_r, part_l, part_r ! by the densities of the sides
  end type
  ! Derivatives of something by waves, averages and differences, beside what those do to each other.
  type :: row
    real(8) :: w1 = 0, w2 = 0, w3 = 0, shear = 0, u = 0, v = 0, h = 0, a = 0, normal = 0, du = 0, dv = 0, dn = 0
  end type
contains
  pure function primitive(x, nx, ny, g) result(s)
    real(8), intent(in) :: x(4), nx, ny, g
    type(side) :: s
    real(8) :: inverse
    inverse = 1d0/x(1)
    s%r = x(1)
    s%u = x(2)*inverse
    s%v = x(3)*inverse
    s%p = g*(x(4) - 0.5d0*(x(2)*s%u + x(3)*s%v))
    s%h = (x(4) + s%p)*inverse
    s%through = x(2)*nx + x(3)*ny
  end function

  pure function average(x, c) result(f)
    real(8), intent(in) :: x(8), c(3)
    type(face) :: f
    real(8) :: wl, wr, inverse, a, square, dp, slope, slow, fast, middle, s1, s2, s3, a1, a2, a3
    f%nx = c(1)
    f%ny = c(2)
    f%g = c(3) - 1d0
    f%l = primitive(x(1:4), f%nx, f%ny, f%g)
    f%r = primitive(x(5:8), f%nx, f%ny, f%g)
    wl = sqrt(f%l%r)
    wr = sqrt(f%r%r)
    inverse = 1d0/(wl + wr)
    f%part = wl*inverse
    f%density = wl*wr
    f%density_l = 0.5d0*wr/wl
    f%density_r = 0.5d0*wl/wr
    f%part_l = f%density_l*inverse**2
    f%part_r = -f%density_r*inverse**2
    f%du = f%r%u - f%l%u
    f%dv = f%r%v - f%l%v
    f%dn = f%du*f%nx + f%dv*f%ny
    f%u = f%r%u - f%part*f%du
    f%v = f%r%v - f%part*f%dv
    f%h = f%r%h + f%part*(f%l%h - f%r%h)
    f%half = 0.5d0*(f%u**2 + f%v**2)
    f%a = sqrt(f%g*(f%h - f%half))
    f%normal = f%u*f%nx + f%v*f%ny
    a = 1d0/f%a
    square = 0.5d0*a**2
    dp = f%r%p - f%l%p
    slope = 0.5d0*f%density*f%dn*a
    slow = abs(f%normal - f%a)
    fast = abs(f%normal + f%a)
    middle = abs(f%normal)
    s1 = merge(1d0, -1d0, f%normal > f%a)
    s2 = merge(1d0, -1d0, f%normal > 0d0)
    s3 = merge(1d0, -1d0, f%normal > -f%a)
    a1 = dp*square - slope
    a2 = f%r%r - f%l%r - 2d0*dp*square
    a3 = dp*square + slope
    f%middle = middle
    f%w1 = slow*a1
    f%w2 = middle*a2
    f%w3 = fast*a3
    f%shear = middle*f%density
    f%w1_normal = s1*a1
    f%w1_a = slow*a*(slope - 2d0*dp*square) - f%w1_normal
    f%w1_density = -0.5d0*slow*f%dn*a
    f%w1_dp = slow*square
    f%w1_dn = -0.5d0*slow*f%density*a
    f%w2_normal = s2*a2
    f%w2_a = 4d0*middle*dp*square*a
    f%w2_dp = -2d0*middle*square
    f%w3_normal = s3*a3
    f%w3_a = f%w3_normal - fast*a*(slope + 2d0*dp*square)
    f%w3_density = 0.5d0*fast*f%dn*a
    f%w3_dp = fast*square
    f%w3_dn = 0.5d0*fast*f%density*a
    f%shear_normal = s2*f%density
  end function

  pure subroutine values(f, y)
    type(face), intent(in) :: f
    real(8), intent(out) :: y(4)
    real(8) :: all, sound, x, z
    all = f%w1 + f%w2 + f%w3
    sound = f%a*(f%w3 - f%w1)
    x = f%du - f%dn*f%nx
    z = f%dv - f%dn*f%ny
    y(1) = 0.5d0*(f%l%through + f%r%through - all)
    y(2) = 0.5d0*(f%l%through*f%l%u + f%r%through*f%r%u + (f%l%p + f%r%p)*f%nx - f%u*all - sound*f%nx - f%shear*x)
    y(3) = 0.5d0*(f%l%through*f%l%v + f%r%through*f%r%v + (f%l%p + f%r%p)*f%ny - f%v*all - sound*f%ny - f%shear*z)
    y(4) = 0.5d0*(f%l%through*f%l%h + f%r%through*f%r%h - f%h*(f%w1 + f%w3) - sound*f%normal - f%w2*f%half &
      - f%shear*(f%u*f%du + f%v*f%dv - f%normal*f%dn))
  end subroutine

  ! From the primitive variables of a side, with those of its own flux weighted by w, to the conserved ones.
  pure function conserved(f, s, w, r, u, v, p, h) result(out)
    type(face), intent(in) :: f
    type(side), intent(in) :: s
    real(8), intent(in) :: w(0:3), r, u, v, p, h
    real(8) :: out(4)
    real(8) :: through, push, inverse, ub, vb, hb
    through = w(0) + w(1)*s%u + w(2)*s%v + w(3)*s%h
    push = w(1)*f%nx + w(2)*f%ny - p
    inverse = 1d0/s%r
    ub = (w(1)*s%through - u)*inverse
    vb = (w(2)*s%through - v)*inverse
    hb = (w(3)*s%through - h)*inverse
    push = f%g*(push + hb)
    out(1) = 0.5d0*(push*0.5d0*(s%u**2 + s%v**2) - r - ub*s%u - vb*s%v - hb*s%h)
    out(2) = 0.5d0*(through*f%nx + ub - push*s%u)
    out(3) = 0.5d0*(through*f%ny + vb - push*s%v)
    out(4) = 0.5d0*(push + hb)
  end function

  ! Half of what flux and jump, weighted by w, change with the conserved variables.
  pure function finish(f, w, d) result(out)
    type(face), intent(in) :: f
    real(8), intent(in) :: w(0:3)
    type(row), intent(in) :: d
    real(8) :: out(8)
    real(8) :: density, normal, a, dr, dp, dn, u, v, h, du, dv, part, rest
    density = d%w1*f%w1_density + d%w3*f%w3_density + d%shear*f%middle
    normal = d%normal + d%w1*f%w1_normal + d%w2*f%w2_normal + d%w3*f%w3_normal + d%shear*f%shear_normal
    a = (d%a + d%w1*f%w1_a + d%w2*f%w2_a + d%w3*f%w3_a)*f%g/(2d0*f%a)
    dr = d%w2*f%middle
    dp = d%w1*f%w1_dp + d%w2*f%w2_dp + d%w3*f%w3_dp
    dn = d%dn + d%w1*f%w1_dn + d%w3*f%w3_dn
    u = d%u + normal*f%nx - a*f%u
    v = d%v + normal*f%ny - a*f%v
    h = d%h + a
    du = d%du + dn*f%nx
    dv = d%dv + dn*f%ny
    part = h*(f%l%h - f%r%h) - u*f%du - v*f%dv
    rest = 1d0 - f%part
    out(1:4) = conserved(f, f%l, w, density*f%density_l + part*f%part_l - dr, f%part*u - du, f%part*v - dv, &
      -dp, f%part*h)
    out(5:8) = conserved(f, f%r, w, density*f%density_r + part*f%part_r + dr, rest*u + du, rest*v + dv, dp, rest*h)
  end function

  subroutine back(x, xb, c, seeded, yb, weight)
    real(8), intent(in) :: x(8), c(3), yb(4), weight
    real(8), intent(inout) :: xb(8)
    logical, intent(in) :: seeded
    type(face) :: f
    type(row) :: d
    real(8) :: w(0:3), all, across, sound, mass
    f = average(x, c)
    if (seeded) then
      w = yb
    else
      call values(f, w)
      w = weight*w
    end if
    all = w(0) + w(1)*f%u + w(2)*f%v
    across = w(1)*f%nx + w(2)*f%ny + w(3)*f%normal
    sound = f%w3 - f%w1
    mass = f%w1 + f%w2 + f%w3
    d = row(w1=all + w(3)*f%h - f%a*across, w2=all + w(3)*f%half, w3=all + w(3)*f%h + f%a*across, &
      shear=w(1)*f%du + w(2)*f%dv + w(3)*(f%u*f%du + f%v*f%dv) - across*f%dn, u=w(1)*mass + w(3)*(f%w2*f%u &
      + f%shear*f%du), v=w(2)*mass + w(3)*(f%w2*f%v + f%shear*f%dv), h=w(3)*(f%w1 + f%w3), a=across*sound, &
      normal=w(3)*(sound*f%a - f%shear*f%dn), du=f%shear*(w(1) + w(3)*f%u), dv=f%shear*(w(2) + w(3)*f%v), &
      dn=-f%shear*across)
    xb = xb + finish(f, w, d)
  end subroutine
end module

subroutine roe_hand_j(x, c, y, jacobian)
  use roe_hand
  implicit none
  real(8), intent(in) :: x(8), c(3)
  real(8), intent(out) :: y(4), jacobian(4, 8)
  type(face) :: f
  type(row) :: d
  real(8) :: all, sound, ax, ay, an
  f = average(x, c)
  all = f%w1 + f%w2 + f%w3
  sound = f%w3 - f%w1
  ax = f%a*f%nx
  ay = f%a*f%ny
  an = f%a*f%normal
  call values(f, y)
  d = row(w1=1d0, w2=1d0, w3=1d0)
  jacobian(1, :) = finish(f, [1d0, 0d0, 0d0, 0d0], d)
  d = row(w1=f%u - ax, w2=f%u, w3=f%u + ax, shear=f%du - f%dn*f%nx, u=all, a=sound*f%nx, du=f%shear, &
    dn=-f%shear*f%nx)
  jacobian(2, :) = finish(f, [0d0, 1d0, 0d0, 0d0], d)
  d = row(w1=f%v - ay, w2=f%v, w3=f%v + ay, shear=f%dv - f%dn*f%ny, v=all, a=sound*f%ny, dv=f%shear, &
    dn=-f%shear*f%ny)
  jacobian(3, :) = finish(f, [0d0, 0d0, 1d0, 0d0], d)
  d = row(w1=f%h - an, w2=f%half, w3=f%h + an, shear=f%u*f%du + f%v*f%dv - f%normal*f%dn, u=f%w2*f%u &
    + f%shear*f%du, v=f%w2*f%v + f%shear*f%dv, h=f%w1 + f%w3, a=sound*f%normal, normal=sound*f%a &
    - f%shear*f%dn, du=f%shear*f%u, dv=f%shear*f%v, dn=-f%shear*f%normal)
  jacobian(4, :) = finish(f, [0d0, 0d0, 0d0, 1d0], d)
end subroutine

subroutine roe_hand_b(x, xb, c, y, yb)
  use roe_hand, only: back
  implicit none
  real(8), intent(in) :: x(8), c(3), y(4), yb(4)
  real(8), intent(inout) :: xb(8)
  call back(x, xb, c, .true., yb, 0d0)
end subroutine

subroutine roe_sum_hand_b(points, x, xb, c, s, sb)
  use roe_hand, only: back
  implicit none
  integer, intent(in) :: points
  real(8), intent(in) :: x(8, points), c(3), s, sb
  real(8), intent(inout) :: xb(8, points)
  real(8) :: none(4)
  integer :: i
  none = 0
  do i = 1, points
    call back(x(:, i), xb(:, i), c, .false., none, sb)
  end do
end subroutine
