! The adjoint of circuit.f90; see circuit.c beside it.
subroutine circuit_hand(size, index, data, x, xb, y, yb)
  implicit none
  integer, intent(in) :: size(*), index(*)
  real(8), intent(in) :: data(*), x(*)
  real(8), intent(inout) :: xb(*), y(*), yb(*)
  integer :: n
  n = size(1)
  call integrate(n, size(2), data(1), x(2*n + 1), x(n + 1), x, yb, xb(2*n + 1), xb(n + 1), xb)
contains
  function slope(n, a, b, u) result(out)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n, n), b(n), u(n)
    real(8) :: out(n)
    integer :: i
    do i = 1, n
      out(i) = b(i) + dot_product(a(:, i), u)
    end do
  end function

  subroutine slope_back(n, a, u, w, ab, bb, g)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n, n), u(n), w(n)
    real(8), intent(inout) :: ab(n, n), bb(n)
    real(8), intent(out) :: g(n)
    integer :: i
    g = 0d0
    bb = bb + w
    do i = 1, n
      ab(:, i) = ab(:, i) + w(i)*u
      g = g + w(i)*a(:, i)
    end do
  end subroutine

  subroutine integrate(n, steps, h, a, b, start, yb, ab, bb, startb)
    integer, intent(in) :: n, steps
    real(8), intent(in) :: h, a(n, n), b(n), start(n)
    real(8), intent(inout) :: yb(n), ab(n, n), bb(n), startb(n)
    real(8) :: kept(n, 4, steps), k(n), all(n), g(n), new(n)
    integer :: t
    kept(:, 1, 1) = start
    do t = 1, steps
      k = slope(n, a, b, kept(:, 1, t))
      all = k
      kept(:, 2, t) = kept(:, 1, t) + 0.5d0*h*k
      k = slope(n, a, b, kept(:, 2, t))
      all = all + 2d0*k
      kept(:, 3, t) = kept(:, 1, t) + 0.5d0*h*k
      k = slope(n, a, b, kept(:, 3, t))
      kept(:, 4, t) = kept(:, 1, t) + h*k
      if (t < steps) kept(:, 1, t + 1) = kept(:, 1, t) + h/6d0*(all + 2d0*k + slope(n, a, b, kept(:, 4, t)))
    end do
    do t = steps, 1, -1
      call slope_back(n, a, kept(:, 4, t), h/6d0*yb, ab, bb, g)
      new = yb + g
      call slope_back(n, a, kept(:, 3, t), h/3d0*yb + h*g, ab, bb, g)
      new = new + g
      call slope_back(n, a, kept(:, 2, t), h/3d0*yb + 0.5d0*h*g, ab, bb, g)
      new = new + g
      call slope_back(n, a, kept(:, 1, t), h/6d0*yb + 0.5d0*h*g, ab, bb, g)
      yb = new + g
    end do
    startb = startb + yb
  end subroutine
end subroutine
