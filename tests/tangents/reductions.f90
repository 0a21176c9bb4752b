! sum, dot_product, norm2, with dim= and mask=.
! head: moments(a)>(mean,spread_of,total)
! complex step: it calls 'norm2', which is not known for complex numbers
subroutine moments(n, a, mean, spread_of, total)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n, 3)
  real(8), intent(out) :: mean(3), spread_of(n), total
  mean = sum(a, dim=1)/n
  spread_of = norm2(a, dim=2) + sum(a**2, 2, a > 0.8d0)
  total = sum(a, mask=a > 0.9d0)*norm2(a) + dot_product(a(:, 1), a(:, 2)*mean(1)) + sum(mean)
end subroutine
