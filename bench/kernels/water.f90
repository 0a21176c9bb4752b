! The shallow-water equations on a periodic square; see water.c..
module water_parts
  implicit none
contains
  subroutine advance(n, ratio, gravity, q)
    integer, intent(in) :: n
    real(8), intent(in) :: ratio, gravity
    real(8), intent(inout) :: q(n, n, 3)
    real(8), dimension(n, n, 3) :: f, g, next
    integer :: i, j, right, left, up, down
    f(:, :, 1) = q(:, :, 2)
    f(:, :, 2) = q(:, :, 2)**2/q(:, :, 1) + 0.5d0*gravity*q(:, :, 1)**2
    f(:, :, 3) = q(:, :, 2)*q(:, :, 3)/q(:, :, 1)
    g(:, :, 1) = q(:, :, 3)
    g(:, :, 2) = f(:, :, 3)
    g(:, :, 3) = q(:, :, 3)**2/q(:, :, 1) + 0.5d0*gravity*q(:, :, 1)**2
    do j = 1, n
      up = modulo(j, n) + 1
      down = modulo(j - 2, n) + 1
      do i = 1, n
        right = merge(1, i + 1, i == n)
        left = merge(n, i - 1, i == 1)
        next(i, j, :) = 0.25d0*(q(i, up, :) + q(i, down, :) + q(right, j, :) + q(left, j, :)) &
                        - ratio*(f(right, j, :) - f(left, j, :) + g(i, up, :) - g(i, down, :))
      end do
    end do
    q = next
  end subroutine
end module

subroutine water(size, index, data, x, y)
  use water_parts
  implicit none
  integer, intent(in) :: size(*), index(*)
  real(8), intent(in) :: data(*), x(*)
  real(8), intent(out) :: y(*)
  integer :: all, t
  all = 3*size(1)**2
  y(1:all) = x(1:all)
  do t = 1, size(2)
    call advance(size(1), data(1), x(all + 1), y)
  end do
end subroutine
