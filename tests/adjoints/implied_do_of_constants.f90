! An implied DO whose variable nothing else names.
! head: weigh(x)>(y)
subroutine weigh(x, y)
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y(3)
  real(8) :: w(4)
  integer :: i
  w = [(0.7d0, i = 1, 4)]
  y = sin(x(1)/(1.5d0 + w(2:4)*x(2:4)))
end subroutine
