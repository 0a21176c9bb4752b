! What follows the integers is elsewhere among handles.
! head: common(x)>(y)
! refused: a pattern cannot have a shadow of COMMON block 'both', which is declared with other types elsewhere
! vector: 4
subroutine common(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: pad, v
  common /both/ pad, v
  v = x*x
  call other(y)
end subroutine common

subroutine other(y)
  implicit none
  real(8), intent(out) :: y
  integer :: i(2)
  real(8) :: v
  common /both/ i, v
  y = v
end subroutine other
