! USE with renaming, names that differ only in where they come from, and taken names like xd.
! head: compute(x)>(y)
module left
  implicit none
  real(8) :: factor = 2, xd = 1
contains
  subroutine apply(v, d)
    real(8), intent(inout) :: v
    real(8), intent(in) :: d
    factor = factor + d
    v = v*factor
  end subroutine
end module
module right
  implicit none
  real(8) :: factor = 3
contains
  subroutine apply(v, d)
    real(8), intent(inout) :: v
    real(8), intent(in) :: d
    v = v + factor*d**2
  end subroutine
end module
subroutine compute(x, y)
  use left, only: left_factor => factor, first => apply, xd
  use right, right_factor => factor, second => apply
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: yd
  left_factor = 2
  yd = x**2
  y = yd
  call first(y, x)
  call second(y, yd)
  xd = y
  y = y*left_factor + right_factor*xd
end subroutine
