subroutine rotate(d1, d2, x, y, param)
  implicit none
  real(8), intent(inout) :: d1, d2, x, param(5)
  real(8), intent(in) :: y
  call drotmg(d1, d2, x, y, param)
end subroutine rotate
