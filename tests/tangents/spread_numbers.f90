! One number spread over elements that do not lie side by side.
! head: spreads(x)>(y)
module spread_numbers
  implicit none
contains
  subroutine fill(a, s)
    real(8), intent(inout) :: a(:)
    real(8), intent(in) :: s
    a = (spread(s*s, 1, 4))
  end subroutine
  subroutine spreads(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y(8)
    y = x(1)
    call fill(y(8:1:-2), x(2))
    y(2:4) = y(2:4)*x(3)
  end subroutine
end module
