subroutine seed(weight)
  real(8), intent(out) :: weight
  weight = 1.25d0
end subroutine seed

subroutine interpolate(n, table, x, t, value)
  integer, intent(in) :: n
  real(8), intent(in) :: table(n), x(n), t
  real(8), intent(out) :: value
  value = dot_product(table, x**2)*exp(t)
end subroutine interpolate

subroutine interpolate_d(n, table, tabled, x, xd, t, td, value, valued)
  integer, intent(in) :: n
  real(8), intent(in) :: table(n), tabled(n), x(n), xd(n), t, td
  real(8), intent(out) :: value, valued
  value = dot_product(table, x**2)*exp(t)
  valued = (dot_product(tabled, x**2) + 2*dot_product(table, x*xd))*exp(t) + value*td
end subroutine interpolate_d

function pulse(a, b) result(p)
  real(8), intent(in) :: a, b
  real(8) :: p
  p = sin(a)*b**3
end function pulse

function pulse_d(a, ad, b, bd, p) result(pd)
  real(8), intent(in) :: a, ad, b, bd
  real(8), intent(out) :: p
  real(8) :: pd
  p = sin(a)*b**3
  pd = cos(a)*ad*b**3 + 3*sin(a)*b**2*bd
end function pulse_d

subroutine smooth(u, v)
  real(8), intent(in) :: u(:)
  real(8), intent(out) :: v(:)
  v = u
  v(2:) = v(2:) + 0.5d0*u(:size(u) - 1)
end subroutine smooth

subroutine interpolate_b(n, table, tableb, x, xb, t, tb, value, valueb)
  integer, intent(in) :: n
  real(8), intent(in) :: table(n), x(n), t, value
  real(8), intent(inout) :: tableb(n), xb(n), tb, valueb
  tableb = tableb + x**2*exp(t)*valueb
  xb = xb + 2*table*x*exp(t)*valueb
  tb = tb + dot_product(table, x**2)*exp(t)*valueb
  valueb = 0
end subroutine interpolate_b

subroutine pulse_b(a, ab, b, bb, pb)
  real(8), intent(in) :: a, b
  real(8), intent(inout) :: ab, bb, pb
  ab = ab + cos(a)*b**3*pb
  bb = bb + 3*sin(a)*b**2*pb
  pb = 0
end subroutine pulse_b

subroutine smooth_b(u, ub, v, vb)
  real(8), intent(in) :: u(:), v(:)
  real(8), intent(inout) :: ub(:), vb(:)
  ub = ub + vb
  ub(:size(u) - 1) = ub(:size(u) - 1) + 0.5d0*vb(2:)
  vb = 0
end subroutine smooth_b
