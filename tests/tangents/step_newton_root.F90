! Newton's method for Kepler's equation.
! head: newton_root(x)>(y)
! complex-step
#ifndef SCALAR
#define SCALAR real(8)
#endif
subroutine newton_root(n, x, y)
  implicit none
  integer, intent(in) :: n
  SCALAR, intent(in) :: x(n)
  SCALAR, intent(out) :: y(n)
  integer :: i, k
  SCALAR :: e
  do i = 1, n
     e = x(i)
     do k = 1, 8
        e = e - (e - 0.3d0*sin(e) - x(i))/(1 - 0.3d0*cos(e))
     end do
     y(i) = e
  end do
end subroutine
