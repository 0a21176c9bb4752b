! Circular functions and their inverses, in radians.
! head: circular(x)>(y)
subroutine circular(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  integer :: i
  real(8) :: s
  do i = 1, n
     s = 0.3d0*x(i)
     y(i) = sin(x(i))*cos(s) + tan(s) + asin(s)*acos(s) + atan(x(i)) + atan2(x(i), s + 1) + atan(s, x(i))
  end do
end subroutine
