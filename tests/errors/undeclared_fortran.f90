subroutine s(x)
  implicit none
  real :: x
  y = x
end subroutine
