! Misfit of an exponential decay to measurements.
subroutine misfit(n, t, measured, amplitude, rate, cost)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: t(n), measured(n), amplitude, rate
  real(8), intent(out) :: cost
  real(8) :: model
  integer :: i
  cost = 0
  do i = 1, n
    model = amplitude*exp(-rate*t(i))
    cost = cost + (model - measured(i))**2
  end do
end subroutine misfit
