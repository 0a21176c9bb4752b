! The adjoint of water.f90; see water.c beside it.
subroutine water_hand(size, index, data, x, xb, y, yb)
  implicit none
  integer, intent(in) :: size(*), index(*)
  real(8), intent(in) :: data(*), x(*)
  real(8), intent(inout) :: xb(*), y(*), yb(*)
  call integrate(size(1), size(2), data(1), x(3*size(1)**2 + 1), x, yb, xb, xb(3*size(1)**2 + 1))
contains
  subroutine advance(n, ratio, gravity, q, f, g, next)
    integer, intent(in) :: n
    real(8), intent(in) :: ratio, gravity, q(n, n, 3)
    real(8), intent(out) :: f(n, n, 3), g(n, n, 3), next(n, n, 3)
    integer :: i, j, part, right, left, up, down
    f(:, :, 1) = q(:, :, 2)
    f(:, :, 2) = q(:, :, 2)**2/q(:, :, 1) + 0.5d0*gravity*q(:, :, 1)**2
    f(:, :, 3) = q(:, :, 2)*q(:, :, 3)/q(:, :, 1)
    g(:, :, 1) = q(:, :, 3)
    g(:, :, 2) = f(:, :, 3)
    g(:, :, 3) = q(:, :, 3)**2/q(:, :, 1) + 0.5d0*gravity*q(:, :, 1)**2
    do part = 1, 3
      do j = 1, n
        up = modulo(j, n) + 1
        down = modulo(j - 2, n) + 1
        do i = 1, n
          right = merge(1, i + 1, i == n)
          left = merge(n, i - 1, i == 1)
          next(i, j, part) = 0.25d0*(q(i, up, part) + q(i, down, part) + q(right, j, part) + q(left, j, part)) &
                             - ratio*(f(right, j, part) - f(left, j, part) + g(i, up, part) - g(i, down, part))
        end do
      end do
    end do
  end subroutine

  subroutine back(n, ratio, gravity, q, w, before, gravityb)
    integer, intent(in) :: n
    real(8), intent(in) :: ratio, gravity, q(n, n, 3), w(n, n, 3)
    real(8), intent(out) :: before(n, n, 3)
    real(8), intent(inout) :: gravityb
    real(8) :: f(3), g(3), mean(3), inverse, a, b, mixed, pressure, all
    integer :: i, j, right, left, up, down
    all = 0d0
    do j = 1, n
      up = modulo(j, n) + 1
      down = modulo(j - 2, n) + 1
      do i = 1, n
        right = merge(1, i + 1, i == n)
        left = merge(n, i - 1, i == 1)
        f = ratio*(w(right, j, :) - w(left, j, :))
        g = ratio*(w(i, up, :) - w(i, down, :))
        mean = 0.25d0*(w(right, j, :) + w(left, j, :) + w(i, up, :) + w(i, down, :))
        inverse = 1d0/q(i, j, 1)
        a = q(i, j, 2)*inverse
        b = q(i, j, 3)*inverse
        mixed = f(3) + g(2)
        pressure = f(2) + g(3)
        before(i, j, 1) = mean(1) + pressure*gravity*q(i, j, 1) - f(2)*a**2 - g(3)*b**2 - mixed*a*b
        before(i, j, 2) = mean(2) + f(1) + 2d0*a*f(2) + mixed*b
        before(i, j, 3) = mean(3) + g(1) + 2d0*b*g(3) + mixed*a
        all = all + pressure*q(i, j, 1)**2
      end do
    end do
    gravityb = gravityb + 0.5d0*all
  end subroutine

  subroutine integrate(n, steps, ratio, gravity, start, yb, startb, gravityb)
    integer, intent(in) :: n, steps
    real(8), intent(in) :: ratio, gravity, start(n, n, 3)
    real(8), intent(inout) :: yb(n, n, 3), startb(n, n, 3), gravityb
    real(8), allocatable :: q(:, :, :, :), w(:, :, :, :), f(:, :, :), g(:, :, :)
    integer :: t, now
    allocate (q(n, n, 3, steps), w(n, n, 3, 0:1), f(n, n, 3), g(n, n, 3))
    q(:, :, :, 1) = start
    do t = 1, steps - 1
      call advance(n, ratio, gravity, q(:, :, :, t), f, g, q(:, :, :, t + 1))
    end do
    now = 0
    w(:, :, :, 0) = yb
    do t = steps, 1, -1
      call back(n, ratio, gravity, q(:, :, :, t), w(:, :, :, now), w(:, :, :, 1 - now), gravityb)
      now = 1 - now
    end do
    startb = startb + w(:, :, :, now)
  end subroutine
end subroutine
