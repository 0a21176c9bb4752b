subroutine spline(n, u, v)
  integer, intent(in) :: n
  real(8), intent(in) :: u(n)
  real(8), intent(inout) :: v(n)
  v = v + u**2
end subroutine spline

module splines
  implicit none
contains
  subroutine spline_d(n, u, ud, v, vd)
    integer, intent(in) :: n
    real(8), intent(in) :: u(:), ud(:)
    real(8), intent(inout) :: v(:), vd(:)
    if (size(u) /= n) error stop 'wrong size'
    vd = vd + 2*u*ud
    v = v + u**2
  end subroutine spline_d
  subroutine spline_b(n, u, ub, v, vb)
    integer, intent(in) :: n
    real(8), intent(in) :: u(:), v(:)
    real(8), intent(inout) :: ub(:), vb(:)
    if (size(u) /= n .or. size(v) /= n) error stop 'wrong size'
    ub = ub + 2*u*vb
  end subroutine spline_b
end module splines

subroutine scale(u, factor)
  real(8), intent(inout) :: u(:)
  real(8), intent(in), optional :: factor
  u = u*factor
end subroutine scale

subroutine scale_d(u, ud, factor, factord)
  real(8), intent(inout) :: u(:), ud(:)
  real(8), intent(in), optional :: factor, factord
  ud = ud*factor + u*factord
  u = u*factor
end subroutine scale_d

function energy(u) result(e)
  real(8), intent(in) :: u(:)
  real(8) :: e
  e = sum(u**2)
end function energy

function energy_d(u, ud, energy) result(ed)
  real(8), intent(in) :: u(:), ud(:)
  real(8), intent(out) :: energy
  real(8) :: ed
  ed = 2*sum(u*ud)
  energy = sum(u**2)
end function energy_d

subroutine scale_b(u, ub, factor, factorb)
  real(8), intent(in) :: u(:)
  real(8), intent(inout) :: ub(:)
  real(8), intent(in), optional :: factor
  real(8), intent(inout), optional :: factorb
  factorb = factorb + sum(u*ub)
  ub = ub*factor
end subroutine scale_b

subroutine energy_b(u, ub, energyb)
  real(8), intent(in) :: u(:)
  real(8), intent(inout) :: ub(:), energyb
  ub = ub + 2*u*energyb
  energyb = 0
end subroutine energy_b
