! Allocatable arguments and module variables that assignments leave with the shape they have.
! head: smooth(x)>(x,y)
module shapes_kept
  implicit none
contains
  subroutine smooth(x, y)
    real(8), allocatable, intent(inout) :: x(:)
    real(8), intent(out) :: y(size(x))
    x = x**2 + sin(x)
    x = 2.0d0*(x - 1.0d0)
    y = x*x
  end subroutine
end module
