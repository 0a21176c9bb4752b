! Conjugate gradients for a diffusion equation; see gradients.c.
module gradients_parts
  implicit none
contains
  subroutine apply(n, k, u, out)
    integer, intent(in) :: n
    real(8), intent(in) :: k(n, n), u(n, n)
    real(8), intent(out) :: out(n, n)
    integer :: i, j
    do j = 1, n
      do i = 1, n
        out(i, j) = k(i, j)*u(i, j)
        if (j > 1) out(i, j) = out(i, j) + 0.5d0*(k(i, j) + k(i, j - 1))*(u(i, j) - u(i, j - 1))
        if (j < n) out(i, j) = out(i, j) + 0.5d0*(k(i, j) + k(i, j + 1))*(u(i, j) - u(i, j + 1))
        if (i > 1) out(i, j) = out(i, j) + 0.5d0*(k(i, j) + k(i - 1, j))*(u(i, j) - u(i - 1, j))
        if (i < n) out(i, j) = out(i, j) + 0.5d0*(k(i, j) + k(i + 1, j))*(u(i, j) - u(i + 1, j))
      end do
    end do
  end subroutine

  subroutine iterate(n, steps, k, right, y)
    integer, intent(in) :: n, steps
    real(8), intent(in) :: k(n, n), right(n, n)
    real(8), intent(out) :: y(n, n)
    real(8), allocatable :: residual(:, :), direction(:, :), image(:, :)
    real(8) :: square, next, alpha
    integer :: t
    allocate (residual(n, n), direction(n, n), image(n, n))
    y = 0d0
    residual = right
    direction = right
    square = sum(residual*residual)
    do t = 1, steps
      call apply(n, k, direction, image)
      alpha = square/sum(direction*image)
      y = y + alpha*direction
      residual = residual - alpha*image
      next = sum(residual*residual)
      direction = residual + next/square*direction
      square = next
    end do
  end subroutine
end module

subroutine gradients(size, index, data, x, y)
  use gradients_parts
  implicit none
  integer, intent(in) :: size(*), index(*)
  real(8), intent(in) :: data(*), x(*)
  real(8), intent(out) :: y(*)
  call iterate(size(1), size(2), x, x(size(1)**2 + 1), y)
end subroutine
