! Functions with kinks and jumps, divisions, constants and precisions inside of runs.
! head: limiter(x)>(y)
! at: {"x": [1.7, -2.3, 0.4, -0.6], "y": [0, 0, 0, 0]}
! complex step: it computes in single precision
subroutine limiter(x, y)
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y(4)
  real(8) :: left, right, slope, ratio, limit
  real :: coarse
  integer :: i, cell
  do i = 1, 4
    left = x(i)
    right = x(mod(i, 4) + 1)
    slope = abs(left - right)
    ratio = left/(0.1d0 + slope)
    cell = floor(4*left)
    limit = max(0d0, min(1d0, ratio)) + 0.1d0*cell
    left = left - aint(left)
    ratio = max(limit, 0.5d0*slope, 0.2d0)
    slope = merge(slope*limit, right/slope, slope > 2)
    limit = sign(ratio, left)*sqrt(1 + slope**2)
    coarse = 0.5
    ratio = ratio*coarse
    right = abs(right)**1.5d0*limit + dim(left, right)
    left = 0
    y(i) = right + left*right
    y(i) = y(i)*anint(3*ratio) + mod(limit, 0.7d0)
    y(i) = y(i)/(1 + ratio)
  end do
end subroutine
