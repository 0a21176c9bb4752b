! The adjoint of decay.f90; see decay.c beside it.
subroutine decay_hand(size, index, data, x, xb, y, yb)
  implicit none
  integer, intent(in) :: size(*), index(*)
  real(8), intent(in) :: data(*), x(*)
  real(8), intent(inout) :: xb(*), y(*), yb(*)
  integer :: n
  n = size(1)
  call chain(n, size(2), data(1), x, x(n + 1), yb, xb, xb(n + 1))
contains
  subroutine chain(n, steps, dt, start, rate, yb, startb, rateb)
    integer, intent(in) :: n, steps
    real(8), intent(in) :: dt, start(n), rate(n)
    real(8), intent(inout) :: yb(n), startb(n), rateb(n)
    real(8) :: u(n, steps), sums(n), flow
    integer :: t, i
    u(:, 1) = start
    do t = 1, steps - 1
      u(2:n, t + 1) = u(2:n, t) + dt*(rate(1:n - 1)*u(1:n - 1, t) - rate(2:n)*u(2:n, t))
      u(1, t + 1) = u(1, t) - dt*rate(1)*u(1, t)
    end do
    sums = 0d0
    do t = steps, 1, -1
      do i = 1, n - 1
        flow = yb(i + 1) - yb(i)
        sums(i) = sums(i) + flow*u(i, t)
        yb(i) = yb(i) + dt*rate(i)*flow
      end do
      sums(n) = sums(n) - yb(n)*u(n, t)
      yb(n) = yb(n) - dt*rate(n)*yb(n)
    end do
    startb = startb + yb
    rateb = rateb + dt*sums
  end subroutine
end subroutine
