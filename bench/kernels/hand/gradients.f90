! The adjoint of gradients.f90; see gradients.c beside it.
subroutine gradients_hand(size, index, data, x, xb, y, yb)
  implicit none
  integer, intent(in) :: size(*), index(*)
  real(8), intent(in) :: data(*), x(*)
  real(8), intent(inout) :: xb(*), y(*), yb(*)
  call iterate(size(1), size(2), x, x(size(1)**2 + 1), yb, xb, xb(size(1)**2 + 1))
contains
  subroutine apply(n, k, u, out)
    integer, intent(in) :: n
    real(8), intent(in) :: k(n, n), u(n, n)
    real(8), intent(out) :: out(n, n)
    real(8) :: sum
    integer :: i, j
    do j = 1, n
      do i = 1, n
        sum = k(i, j)*u(i, j)
        if (j > 1) sum = sum + 0.5d0*(k(i, j) + k(i, j - 1))*(u(i, j) - u(i, j - 1))
        if (j < n) sum = sum + 0.5d0*(k(i, j) + k(i, j + 1))*(u(i, j) - u(i, j + 1))
        if (i > 1) sum = sum + 0.5d0*(k(i, j) + k(i - 1, j))*(u(i, j) - u(i - 1, j))
        if (i < n) sum = sum + 0.5d0*(k(i, j) + k(i + 1, j))*(u(i, j) - u(i + 1, j))
        out(i, j) = sum
      end do
    end do
  end subroutine

  subroutine apply_back(n, k, u, w, ub, kb)
    integer, intent(in) :: n
    real(8), intent(in) :: k(n, n), u(n, n), w(n, n)
    real(8), intent(inout) :: ub(n, n), kb(n, n)
    real(8) :: jump, through, part
    integer :: i, j
    ub = ub + k*w
    kb = kb + u*w
    do j = 1, n
      do i = 1, n - 1
        jump = 0.5d0*(w(i, j) - w(i + 1, j))
        through = (k(i, j) + k(i + 1, j))*jump
        part = (u(i, j) - u(i + 1, j))*jump
        ub(i, j) = ub(i, j) + through
        ub(i + 1, j) = ub(i + 1, j) - through
        kb(i, j) = kb(i, j) + part
        kb(i + 1, j) = kb(i + 1, j) + part
      end do
    end do
    do j = 1, n - 1
      do i = 1, n
        jump = 0.5d0*(w(i, j) - w(i, j + 1))
        through = (k(i, j) + k(i, j + 1))*jump
        part = (u(i, j) - u(i, j + 1))*jump
        ub(i, j) = ub(i, j) + through
        ub(i, j + 1) = ub(i, j + 1) - through
        kb(i, j) = kb(i, j) + part
        kb(i, j + 1) = kb(i, j + 1) + part
      end do
    end do
  end subroutine

  subroutine iterate(n, steps, k, right, yb, kb, rightb)
    integer, intent(in) :: n, steps
    real(8), intent(in) :: k(n, n), right(n, n), yb(n, n)
    real(8), intent(inout) :: kb(n, n), rightb(n, n)
    real(8), allocatable :: p(:, :, :), q(:, :, :), residual(:, :), pb(:, :), qb(:, :), rb(:, :)
    real(8) :: d(steps), s(0:steps), alpha, beta, alphab, betab, squareb, sb, db
    integer :: t
    allocate (p(n, n, 0:steps), q(n, n, steps), residual(n, n), pb(n, n), qb(n, n), rb(n, n))
    p(:, :, 0) = right
    residual = right
    s(0) = sum(residual*residual)
    do t = 1, steps
      call apply(n, k, p(:, :, t - 1), q(:, :, t))
      d(t) = sum(p(:, :, t - 1)*q(:, :, t))
      residual = residual - s(t - 1)/d(t)*q(:, :, t)
      s(t) = sum(residual*residual)
      p(:, :, t) = residual + s(t)/s(t - 1)*p(:, :, t - 1)
    end do
    pb = 0d0
    rb = 0d0
    sb = 0d0
    do t = steps, 1, -1
      alpha = s(t - 1)/d(t)
      beta = s(t)/s(t - 1)
      betab = sum(pb*p(:, :, t - 1))
      squareb = 2d0*(sb + betab/s(t - 1))
      rb = rb + pb + squareb*(p(:, :, t) - beta*p(:, :, t - 1))
      alphab = sum(yb*p(:, :, t - 1) - rb*q(:, :, t))
      sb = alphab/d(t) - betab*beta/s(t - 1)
      db = -alphab*alpha/d(t)
      qb = db*p(:, :, t - 1) - alpha*rb
      pb = beta*pb + alpha*yb + db*q(:, :, t)
      call apply_back(n, k, p(:, :, t - 1), qb, pb, kb)
    end do
    rightb = rightb + pb + rb + 2d0*sb*right
  end subroutine
end subroutine
