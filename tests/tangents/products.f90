! product with dim= and mask=, and with a factor that is zero.
! head: likelihood(p)>(l,by_row,by_column)
subroutine likelihood(n, p, l, by_row, by_column)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: p(n, 4)
  real(8), intent(out) :: l, by_row(n), by_column(4)
  real(8) :: q(n)
  q = p(:, 1) - p(1, 1)
  l = product(p(:, 2)) + product(q + 0*p(:, 3)) + product(p, mask=p > 1)
  by_row = product(p, dim=2)
  by_column = product(p**2, 1, p > 0.7d0)
end subroutine
