! matmul, transpose, spread, cshift, reshape and product.
! head: array_algebra(x)>(y)
! complex-step
! size: n=6
#ifndef SCALAR
#define SCALAR real(8)
#endif
subroutine array_algebra(n, x, y)
  implicit none
  integer, intent(in) :: n
  SCALAR, intent(in) :: x(n)
  SCALAR, intent(out) :: y(n)
  SCALAR :: m(n, n), v(n)
  m = spread(x, 2, n)*spread(cos(x), 1, n)
  v = matmul(m, x) + matmul(x, transpose(m))
  v = v*cshift(x, 2) + sum(m, 1)
  m(1:2, 1:3) = reshape(x, [2, 3])
  y = v/product(x) + product(m, 2)
end subroutine
