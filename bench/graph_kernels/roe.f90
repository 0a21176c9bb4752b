! Roe's flux of the two-dimensional Euler equations through a face; see roe.c.
subroutine roe(x, c, y)
  implicit none
  real(8), intent(in) :: x(8), c(3)
  real(8), intent(out) :: y(4)
  real(8) :: nx, ny, g, rl, ul, vl, pl, hl, rr, ur, vr, pr, hr, wl, wr, part, rest, density, u, v, h, half, a, &
    normal, du, dv, dp, dn, slow, middle, fast, w1, w2, w3, shear, through, jump

  nx = c(1)
  ny = c(2)
  g = c(3) - 1d0
  rl = x(1)
  ul = x(2)/rl
  vl = x(3)/rl
  pl = g*(x(4) - 0.5d0*rl*(ul**2 + vl**2))
  hl = (x(4) + pl)/rl
  rr = x(5)
  ur = x(6)/rr
  vr = x(7)/rr
  pr = g*(x(8) - 0.5d0*rr*(ur**2 + vr**2))
  hr = (x(8) + pr)/rr

  wl = sqrt(rl)
  wr = sqrt(rr)
  part = wl/(wl + wr)
  rest = 1d0 - part
  density = wl*wr
  u = part*ul + rest*ur
  v = part*vl + rest*vr
  h = part*hl + rest*hr
  half = 0.5d0*(u**2 + v**2)
  a = sqrt(g*(h - half))
  normal = u*nx + v*ny

  du = ur - ul
  dv = vr - vl
  dp = pr - pl
  dn = du*nx + dv*ny
  slow = abs(normal - a)
  middle = abs(normal)
  fast = abs(normal + a)
  w1 = slow*(dp - density*a*dn)/(2d0*a**2)
  w2 = middle*(rr - rl - dp/(a**2))
  w3 = fast*(dp + density*a*dn)/(2d0*a**2)
  shear = middle*density

  through = rl*(ul*nx + vl*ny)
  y(1) = through
  y(2) = through*ul + pl*nx
  y(3) = through*vl + pl*ny
  y(4) = through*hl
  through = rr*(ur*nx + vr*ny)
  y(1) = 0.5d0*(y(1) + through - (w1 + w2 + w3))
  jump = w1*(u - a*nx) + w2*u + w3*(u + a*nx) + shear*(du - dn*nx)
  y(2) = 0.5d0*(y(2) + through*ur + pr*nx - jump)
  jump = w1*(v - a*ny) + w2*v + w3*(v + a*ny) + shear*(dv - dn*ny)
  y(3) = 0.5d0*(y(3) + through*vr + pr*ny - jump)
  jump = w1*(h - a*normal) + w2*half + w3*(h + a*normal) + shear*(u*du + v*dv - normal*dn)
  y(4) = 0.5d0*(y(4) + through*hr - jump)
end subroutine

subroutine roe_sum(points, x, c, s)
  implicit none
  integer, intent(in) :: points
  real(8), intent(in) :: x(8, points), c(3)
  real(8), intent(out) :: s
  real(8) :: y(4)
  integer :: i

  s = 0
  do i = 1, points
    call roe(x(:, i), c, y)
    s = s + 0.5d0*sum(y**2)
  end do
end subroutine
