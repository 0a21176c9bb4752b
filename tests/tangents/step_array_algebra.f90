! matmul, transpose, spread, cshift, reshape and product.
! head: array_algebra(x)>(y)
! size: n=6
subroutine array_algebra(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  real(8) :: m(n, n), v(n)
  m = spread(x, 2, n)*spread(cos(x), 1, n)
  v = matmul(m, x) + matmul(x, transpose(m))
  v = v*cshift(x, 2) + sum(m, 1)
  m(1:2, 1:3) = reshape(x, [2, 3])
  y = v/product(x) + product(m, 2)
end subroutine
