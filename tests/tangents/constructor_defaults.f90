! Constructors that leave components to their defaults: those are values, not derivatives.
! head: boxes%head(x)>(y)
module boxes
  implicit none
  type :: box
    real(8) :: scale = 2.0d0
    real(8), allocatable :: v(:)
    integer :: n = 1
  end type
contains
  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    type(box) :: b
    integer :: i
    y = 0
    do i = 1, 3
      b = box(v=x*i)
      y = y + b%scale*sum(b%v**2)*b%n
      b%scale = x(1)
      b%n = 3
      if (i == 2) b = box(scale=x(2))
      if (allocated(b%v)) y = y + b%v(2)*b%scale
    end do
  end subroutine
end module
