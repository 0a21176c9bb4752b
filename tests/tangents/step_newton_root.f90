! Newton's method for Kepler's equation.
! head: newton_root(x)>(y)
subroutine newton_root(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  integer :: i, k
  real(8) :: e
  do i = 1, n
     e = x(i)
     do k = 1, 8
        e = e - (e - 0.3d0*sin(e) - x(i))/(1 - 0.3d0*cos(e))
     end do
     y(i) = e
  end do
end subroutine
