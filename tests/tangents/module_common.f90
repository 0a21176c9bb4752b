! COMMON and EQUIVALENCE in a module.
! head: total(x)>(y)
! complex step: it uses EQUIVALENCE
module blocks
  implicit none
  real(8) :: a(3), b, c(2)
  common /shared/ a, b
  real(8) :: whole(2)
  equivalence (whole, c)
end module
subroutine total(x, y)
  use blocks
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  a = x**2
  b = sum(a)
  whole = a(1:2)*b
  call other
  y = b*c(1) + c(2)
end subroutine
subroutine other
  implicit none
  real(8) :: v(4)
  common /shared/ v
  v(4) = v(4)*v(1)
end subroutine
