! The adjoint of brusselator.f90; see brusselator.c beside it.
subroutine brusselator_hand(size, index, data, x, xb, y, yb)
  implicit none
  integer, intent(in) :: size(*), index(*)
  real(8), intent(in) :: data(*), x(*)
  real(8), intent(inout) :: xb(*), y(*), yb(*)
  real(8), allocatable :: kept(:, :), w(:, :)
  integer :: n, cells, t, steps, now
  n = size(1)
  steps = size(2)
  cells = n*n
  allocate (kept(2*cells, steps), w(2*cells, 0:1))
  kept(:, 1) = x(1:2*cells)
  do t = 1, steps - 1
    call step(n, data(1), x(2*cells + 1), x(2*cells + 2), x(2*cells + 3)*n*n, kept(1, t), kept(cells + 1, t), &
              kept(1, t + 1), kept(cells + 1, t + 1))
  end do
  now = 0
  w(:, 0) = yb(1:2*cells)
  do t = steps, 1, -1
    call step_back(n, data(1), x(2*cells + 2), x(2*cells + 3)*n*n, kept(1, t), kept(cells + 1, t), w(1, now), &
                   w(cells + 1, now), w(1, 1 - now), w(cells + 1, 1 - now), xb(2*cells + 1))
    now = 1 - now
  end do
  xb(1:2*cells) = xb(1:2*cells) + w(:, now)
contains
  subroutine step(n, dt, a, b, scale, u, v, next_u, next_v)
    integer, intent(in) :: n
    real(8), intent(in) :: dt, a, b, scale, u(n, n), v(n, n)
    real(8), intent(out) :: next_u(n, n), next_v(n, n)
    real(8) :: reaction
    integer :: i, j, up, down, left, right
    do j = 1, n
      left = modulo(j - 2, n) + 1
      right = modulo(j, n) + 1
      do i = 1, n
        up = merge(1, i + 1, i == n)
        down = merge(n, i - 1, i == 1)
        reaction = u(i, j)**2*v(i, j)
        next_u(i, j) = u(i, j) + dt*(a + reaction - (b + 1d0)*u(i, j) &
                                     + scale*(u(up, j) + u(down, j) + u(i, right) + u(i, left) - 4d0*u(i, j)))
        next_v(i, j) = v(i, j) + dt*(b*u(i, j) - reaction &
                                     + scale*(v(up, j) + v(down, j) + v(i, right) + v(i, left) - 4d0*v(i, j)))
      end do
    end do
  end subroutine

  subroutine step_back(n, dt, b, scale, u, v, w, z, before_u, before_v, parameters)
    integer, intent(in) :: n
    real(8), intent(in) :: dt, b, scale, u(n, n), v(n, n), w(n, n), z(n, n)
    real(8), intent(out) :: before_u(n, n), before_v(n, n)
    real(8), intent(inout) :: parameters(3)
    real(8) :: reaction, spread_w, spread_z, sums(3)
    integer :: i, j, up, down, left, right
    sums = 0d0
    do j = 1, n
      left = modulo(j - 2, n) + 1
      right = modulo(j, n) + 1
      do i = 1, n
        up = merge(1, i + 1, i == n)
        down = merge(n, i - 1, i == 1)
        reaction = u(i, j)*(w(i, j) - z(i, j))
        spread_w = w(up, j) + w(down, j) + w(i, right) + w(i, left) - 4d0*w(i, j)
        spread_z = z(up, j) + z(down, j) + z(i, right) + z(i, left) - 4d0*z(i, j)
        before_u(i, j) = w(i, j) + dt*(2d0*v(i, j)*reaction - (b + 1d0)*w(i, j) + b*z(i, j) + scale*spread_w)
        before_v(i, j) = z(i, j) + dt*(u(i, j)*reaction + scale*spread_z)
        sums(1) = sums(1) + w(i, j)
        sums(2) = sums(2) + u(i, j)*(z(i, j) - w(i, j))
        sums(3) = sums(3) + u(i, j)*spread_w + v(i, j)*spread_z
      end do
    end do
    parameters(1:2) = parameters(1:2) + dt*sums(1:2)
    parameters(3) = parameters(3) + dt*n*n*sums(3)
  end subroutine
end subroutine
