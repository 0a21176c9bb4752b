! An Asian option's price by Monte Carlo; see pricing.c.
module pricing_parts
  implicit none
contains
  real(8) function path_mean(steps, dt, normal, start, rate, volatility)
    integer, intent(in) :: steps
    real(8), intent(in) :: dt, normal(steps), start, rate, volatility(steps)
    real(8) :: price, drift
    integer :: t
    price = start
    path_mean = 0d0
    do t = 1, steps
      drift = (rate - 0.5d0*volatility(t)**2)*dt
      price = price*exp(drift + volatility(t)*sqrt(dt)*normal(t))
      path_mean = path_mean + price
    end do
    path_mean = path_mean/steps
  end function

  subroutine simulate(steps, paths, dt, normal, start, strike, rate, volatility, y)
    integer, intent(in) :: steps, paths
    real(8), intent(in) :: dt, normal(steps, paths), start, strike, rate, volatility(steps)
    real(8), intent(out) :: y
    integer :: p
    y = 0d0
    do p = 1, paths
      y = y + max(path_mean(steps, dt, normal(:, p), start, rate, volatility) - strike, 0d0)
    end do
    y = exp(-rate*(steps*dt))*y/paths
  end subroutine
end module

subroutine pricing(size, index, data, x, y)
  use pricing_parts
  implicit none
  integer, intent(in) :: size(*), index(*)
  real(8), intent(in) :: data(*), x(*)
  real(8), intent(out) :: y(*)
  call simulate(size(1), size(2), data(1), data(2), x(1), x(2), x(3), x(4), y(1))
end subroutine
