subroutine plain(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = x
  !$costate checkpoint(3)
  y = y*x
end subroutine plain
