! The adjoint of burgers.f90; see burgers.c beside it.
subroutine burgers_hand(size, index, data, x, xb, y, yb)
  implicit none
  integer, intent(in) :: size(*), index(*)
  real(8), intent(in) :: data(*), x(*)
  real(8), intent(inout) :: xb(*), y(*), yb(*)
  real(8), allocatable :: kept(:, :), w(:, :)
  real(8) :: mixing
  integer :: n, steps, t, now
  n = size(1)
  steps = size(2)
  mixing = data(2)*x(n + 1)
  allocate (kept(n, steps), w(n, 0:1))
  kept(:, 1) = x(1:n)
  do t = 1, steps - 1
    call advance(n, data(1), mixing, kept(:, t), kept(:, t + 1))
  end do
  w(:, 0) = yb(1:n)
  now = 0
  do t = steps, 1, -1
    call back(n, data(1), mixing, data(2), kept(:, t), w(:, now), w(:, 1 - now), xb(n + 1))
    now = 1 - now
  end do
  xb(1:n) = xb(1:n) + w(:, now)
contains
  subroutine advance(n, advection, mixing, u, next)
    integer, intent(in) :: n
    real(8), intent(in) :: advection, mixing, u(n)
    real(8), intent(out) :: next(n)
    integer :: i
    next(1) = u(1)
    do i = 2, n - 1
      next(i) = u(i) - advection*u(i)*merge(u(i) - u(i - 1), u(i + 1) - u(i), u(i) > 0d0) &
                + mixing*(u(i + 1) - 2d0*u(i) + u(i - 1))
    end do
    next(n) = u(n)
  end subroutine

  subroutine back(n, advection, mixing, diffusion, u, w, before, viscosityb)
    integer, intent(in) :: n
    real(8), intent(in) :: advection, mixing, diffusion, u(n), w(n)
    real(8), intent(out) :: before(n)
    real(8), intent(inout) :: viscosityb
    real(8) :: carried, gathered, slope, sum
    integer :: i
    carried = 0d0
    gathered = w(1)
    sum = 0d0
    do i = 2, n - 1
      slope = merge(u(i) - u(i - 1), u(i + 1) - u(i), u(i) > 0d0)
      before(i - 1) = gathered + w(i)*(mixing + advection*max(u(i), 0d0))
      gathered = carried + w(i)*(1d0 - 2d0*mixing - advection*(slope + abs(u(i))))
      carried = w(i)*(mixing - advection*min(u(i), 0d0))
      sum = sum + w(i)*(u(i + 1) - 2d0*u(i) + u(i - 1))
    end do
    before(n - 1) = gathered
    before(n) = carried + w(n)
    viscosityb = viscosityb + diffusion*sum
  end subroutine
end subroutine
