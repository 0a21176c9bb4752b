! The adjoint of lorenz.f90; see lorenz.c beside it.
subroutine lorenz_hand(size, index, data, x, xb, y, yb)
  implicit none
  integer, intent(in) :: size(*), index(*)
  real(8), intent(in) :: data(*), x(*)
  real(8), intent(inout) :: xb(*), y(*), yb(*)
  integer :: n
  n = size(1)
  call integrate(n, size(2), data(1), x(n + 1), x, yb, xb, xb(n + 1))
contains
  function slope(n, forcing, u) result(out)
    integer, intent(in) :: n
    real(8), intent(in) :: forcing, u(n)
    real(8) :: out(n)
    out(1) = (u(2) - u(n - 1))*u(n) - u(1) + forcing
    out(2) = (u(3) - u(n))*u(1) - u(2) + forcing
    out(3:n - 1) = (u(4:n) - u(1:n - 3))*u(2:n - 2) - u(3:n - 1) + forcing
    out(n) = (u(1) - u(n - 2))*u(n - 1) - u(n) + forcing
  end function

  subroutine slope_back(n, u, w, g) ! g = J(u)^T w
    integer, intent(in) :: n
    real(8), intent(in) :: u(n), w(n)
    real(8), intent(out) :: g(n)
    integer :: i
    do i = 3, n - 2
      g(i) = w(i - 1)*u(i - 2) - w(i + 2)*u(i + 1) + w(i + 1)*(u(i + 2) - u(i - 1)) - w(i)
    end do
    g(1) = w(n)*u(n - 1) - w(3)*u(2) + w(2)*(u(3) - u(n)) - w(1)
    g(2) = w(1)*u(n) - w(4)*u(3) + w(3)*(u(4) - u(1)) - w(2)
    g(n - 1) = w(n - 2)*u(n - 3) - w(1)*u(n) + w(n)*(u(1) - u(n - 2)) - w(n - 1)
    g(n) = w(n - 1)*u(n - 2) - w(2)*u(1) + w(1)*(u(2) - u(n - 1)) - w(n)
  end subroutine

  subroutine integrate(n, steps, h, forcing, start, yb, startb, forcingb)
    integer, intent(in) :: n, steps
    real(8), intent(in) :: h, forcing, start(n)
    real(8), intent(inout) :: yb(n), startb(n), forcingb
    real(8), allocatable :: kept(:, :, :)
    real(8), dimension(n) :: u, k, sum_k, w, g, new
    integer :: t
    allocate (kept(n, 4, steps))
    u = start
    do t = 1, steps
      kept(:, 1, t) = u
      k = slope(n, forcing, u)
      sum_k = k
      kept(:, 2, t) = u + 0.5d0*h*k
      k = slope(n, forcing, kept(:, 2, t))
      sum_k = sum_k + 2d0*k
      kept(:, 3, t) = u + 0.5d0*h*k
      k = slope(n, forcing, kept(:, 3, t))
      kept(:, 4, t) = u + h*k
      if (t < steps) u = u + h/6d0*(sum_k + 2d0*k + slope(n, forcing, kept(:, 4, t)))
    end do
    do t = steps, 1, -1
      w = h/6d0*yb
      forcingb = forcingb + sum(w)
      call slope_back(n, kept(:, 4, t), w, g)
      new = yb + g
      w = h/3d0*yb + h*g
      forcingb = forcingb + sum(w)
      call slope_back(n, kept(:, 3, t), w, g)
      new = new + g
      w = h/3d0*yb + 0.5d0*h*g
      forcingb = forcingb + sum(w)
      call slope_back(n, kept(:, 2, t), w, g)
      new = new + g
      w = h/6d0*yb + 0.5d0*h*g
      forcingb = forcingb + sum(w)
      call slope_back(n, kept(:, 1, t), w, g)
      yb = new + g
    end do
    startb = startb + yb
  end subroutine
end subroutine
