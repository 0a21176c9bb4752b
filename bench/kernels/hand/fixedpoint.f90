! The adjoint of fixedpoint.f90, of what the iteration converges to; see fixedpoint.c beside it.
subroutine fixedpoint_hand(size, index, data, x, xb, y, yb)
  implicit none
  integer, intent(in) :: size(*), index(*)
  real(8), intent(in) :: data(*), x(*)
  real(8), intent(inout) :: xb(*), y(*), yb(*)
  call iterate(size(1), size(2), data(1), x, x(size(1) + 1), yb, xb, xb(size(1) + 1))
contains
  subroutine iterate(n, most, tolerance, c, w, yb, cb, wb)
    integer, intent(in) :: n, most
    real(8), intent(in) :: tolerance, c(n), w(n, n), yb(n)
    real(8), intent(inout) :: cb(n), wb(n, n)
    real(8), dimension(n) :: u, next, weighted
    real(8) :: moved
    integer :: i, left
    u = 0d0
    moved = 1d0
    left = most
    do while (moved > tolerance .and. left > 0)
      do i = 1, n
        next(i) = tanh(c(i) + dot_product(w(:, i), u))
      end do
      moved = maxval(abs(next - u))
      u = next
      left = left - 1
    end do
    weighted = (1d0 - u**2)*yb
    moved = 1d0
    left = most
    do while (moved > tolerance*maxval(abs(yb)) .and. left > 0)
      next = yb
      do i = 1, n
        next = next + weighted(i)*w(:, i)
      end do
      next = (1d0 - u**2)*next
      moved = maxval(abs(next - weighted))
      weighted = next
      left = left - 1
    end do
    cb = cb + weighted
    do i = 1, n
      wb(:, i) = wb(:, i) + weighted(i)*u
    end do
  end subroutine
end subroutine
