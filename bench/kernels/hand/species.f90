! The adjoint of species.f90; see species.c beside it.
subroutine species_hand(size, index, data, x, xb, y, yb)
  implicit none
  integer, intent(in) :: size(*), index(*)
  real(8), intent(in) :: data(*), x(*)
  real(8), intent(inout) :: xb(*), y(*), yb(*)
  integer :: n
  n = size(1)
  call evolve(n, size(2), data(1), x, x(n + 1), x(2*n + 1), yb, xb, xb(n + 1), xb(2*n + 1))
contains
  subroutine evolve(n, steps, dt, start, rate, interaction, yb, startb, rateb, interactionb)
    integer, intent(in) :: n, steps
    real(8), intent(in) :: dt, start(n), rate(n), interaction(n, n)
    real(8), intent(inout) :: yb(n), startb(n), rateb(n), interactionb(n, n)
    real(8) :: u(n, steps), sums(n, steps), w(n), by
    integer :: t, i
    u(:, 1) = start
    do t = 1, steps
      do i = 1, n
        sums(i, t) = rate(i) + dot_product(interaction(:, i), u(:, t))
      end do
      if (t < steps) u(:, t + 1) = u(:, t) + dt*u(:, t)*sums(:, t)
    end do
    do t = steps, 1, -1
      w = yb*(1d0 + dt*sums(:, t))
      do i = 1, n
        by = dt*yb(i)*u(i, t)
        rateb(i) = rateb(i) + by
        interactionb(:, i) = interactionb(:, i) + by*u(:, t)
        w = w + by*interaction(:, i)
      end do
      yb = w
    end do
    startb = startb + yb
  end subroutine
end subroutine
