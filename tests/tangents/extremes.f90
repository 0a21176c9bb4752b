! maxval and minval with dim= and mask=, and of an expression.
! head: bounds(a)>(top,low,rows,columns)
! complex step: it calls 'maxval', which is not known for complex numbers
subroutine bounds(n, a, top, low, rows, columns)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n, 3)
  real(8), intent(out) :: top, low, rows(n), columns(3)
  top = maxval(a)*minval(a(:, 2)) + maxval(abs(a - 1))
  low = minval(a**2, mask=a > 0.8d0)
  rows = maxval(a, dim=2)
  columns = minval(sin(a), 1, a < 1.3d0)
end subroutine
