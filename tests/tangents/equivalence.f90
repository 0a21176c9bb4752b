! EQUIVALENCE of variables of one type: a vector seen as a matrix and by its parts.
! head: rotate(x)>(y)
! complex step: it uses EQUIVALENCE
subroutine rotate(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y
  real(8) :: flat(6), grid(2, 3), first, third
  equivalence (flat, grid), (flat(1), first), (grid(1, 2), third)
  flat = x
  grid(2, :) = grid(1, :)*grid(2, :)
  first = first + sin(third)
  third = first*flat(6)
  y = sum(flat**2) + grid(1, 2)
end subroutine
