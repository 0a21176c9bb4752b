! Species that feed on each other, by Euler's method; see species.c. A row of interactions there is a column here.
subroutine species(size, index, data, x, y)
  implicit none
  integer, intent(in) :: size(*), index(*)
  real(8), intent(in) :: data(*), x(*)
  real(8), intent(out) :: y(*)
  integer :: n
  n = size(1)
  y(1:n) = x(1:n)
  call evolve(n, size(2), data(1), x(n + 1), x(2*n + 1), y)
contains
  subroutine evolve(n, steps, dt, rate, interaction, u)
    integer, intent(in) :: n, steps
    real(8), intent(in) :: dt, rate(n), interaction(n, n)
    real(8), intent(inout) :: u(n)
    real(8) :: change(n)
    integer :: t, i
    do t = 1, steps
      do i = 1, n
        change(i) = u(i)*(rate(i) + dot_product(interaction(:, i), u))
      end do
      u = u + dt*change
    end do
  end subroutine
end subroutine
