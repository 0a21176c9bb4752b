! A fixed point u = tanh(W u + c); see fixedpoint.c. A row of W there is a column here.
module fixedpoint_parts
  implicit none
contains
  subroutine iterate(n, most, tolerance, c, w, u)
    integer, intent(in) :: n, most
    real(8), intent(in) :: tolerance, c(n), w(n, n)
    real(8), intent(out) :: u(n)
    real(8) :: next(n), moved
    integer :: i, left
    u = 0d0
    left = most
    moved = 1d0
    do while (moved > tolerance .and. left > 0)
      do i = 1, n
        next(i) = tanh(c(i) + dot_product(w(:, i), u))
      end do
      moved = maxval(abs(next - u))
      u = next
      left = left - 1
    end do
  end subroutine
end module

subroutine fixedpoint(size, index, data, x, y)
  use fixedpoint_parts
  implicit none
  integer, intent(in) :: size(*), index(*)
  real(8), intent(in) :: data(*), x(*)
  real(8), intent(out) :: y(*)
  call iterate(size(1), size(2), data(1), x, x(size(1) + 1), y)
end subroutine
