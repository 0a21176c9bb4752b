! Sums over elements and choices, whose vector tangents have the directions innermost: sums of sums, under masks, of
! sections that run backwards, where the sum reads what is assigned; signs and branches that are the same in
! every direction.
! head: direction_sums(a,b,y)>(y)
! size: n=5
subroutine direction_sums(n, a, b, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n, n), b(n)
  real(8), intent(inout) :: y(n)
  integer :: m
  y = y*sum(a*a) + b*dot_product(b, y)
  where (b > 0.5d0) y = y*sum(b*b)
  y(1) = y(1) + sum(a(:, 1)*b, mask=b > 0.2d0) + sum(sum(a, 1)*y)
  y(2) = sum(a(1, :)*y(n:1:-1)) + sum(y*sum(b*y))
  m = n/2
  m = m + 1
  y = y*sum(exp(a(1:m, 2))*b(1:m), mask=b(1:m) > 0.2d0)
  y(3) = y(3)*merge(sum(exp(a(1:m, 1))*b(1:m), mask=b(1:m) > 0.2d0), sum(sin(a(1:m, 1))/b(1:m), mask=b(1:m) > 0.3d0), &
      a(1, 1) > 0.3d0)
  y(4) = merge(a(1, 1), -a(1, 1), a(1, 1) > 0.3d0)*b(2) + abs(a(2, 1)) + max(a(3, 1), b(3), y(3))
  y(5) = merge(-y(5)*b(1), y(5)*b(1), a(1, 1) < 0.3d0) + sqrt(b(1) - dot_product(a(1:m, 3), a(1:m, 3))*1d-2)
end subroutine direction_sums
