! The adjoint of pricing.f90; see pricing.c beside it.
subroutine pricing_hand(size, index, data, x, xb, y, yb)
  implicit none
  integer, intent(in) :: size(*), index(*)
  real(8), intent(in) :: data(*), x(*)
  real(8), intent(inout) :: xb(*), y(*), yb(*)
  call simulate(size(1), size(2), data(1), data(2), x(1), x(2), x(3), x(4), yb(1), xb, xb(4))
contains
  subroutine simulate(steps, paths, dt, normal, start, strike, rate, volatility, seed, xb, volatilityb)
    integer, intent(in) :: steps, paths
    real(8), intent(in) :: dt, normal(steps, paths), start, strike, rate, volatility(steps), seed
    real(8), intent(inout) :: xb(3), volatilityb(steps)
    real(8), dimension(steps) :: drift, price, sums, weighted
    real(8) :: root, at, gain, atb, total, startb, factor
    integer :: p, t, paid
    root = sqrt(dt)
    drift = (rate - 0.5d0*volatility**2)*dt
    sums = 0d0
    weighted = 0d0
    total = 0d0
    startb = 0d0
    paid = 0
    do p = 1, paths
      at = start
      do t = 1, steps
        at = at*exp(drift(t) + volatility(t)*root*normal(t, p))
        price(t) = at
      end do
      gain = sum(price)/steps - strike
      if (gain <= 0d0) cycle
      total = total + gain
      paid = paid + 1
      atb = 0d0
      do t = steps, 1, -1
        atb = atb + price(t)
        sums(t) = sums(t) + atb
        weighted(t) = weighted(t) + atb*normal(t, p)
      end do
      startb = startb + atb
    end do
    factor = exp(-rate*(steps*dt))*seed/paths
    volatilityb = volatilityb + factor/steps*(root*weighted - volatility*dt*sums)
    xb(1) = xb(1) + factor/steps*startb/start
    xb(2) = xb(2) - factor*paid
    xb(3) = xb(3) + factor/steps*dt*sum(sums) - steps*dt*factor*total
  end subroutine
end subroutine
