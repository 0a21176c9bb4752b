! Beside this file lies what an older version of it left as its module: no reason to read that.
module stale
  implicit none
contains
  subroutine square(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    y = x*x
  end subroutine
end module

subroutine fourth(x, y)
  use stale
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  call square(x, y)
  y = y*y
end subroutine
