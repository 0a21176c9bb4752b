! An allocatable array that does not begin with 1, assigned an array constructor of its own elements.
! head: rotate(x)>(y)
module kept_lower_bounds
  implicit none
contains
  subroutine rotate(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y(4)
    real(8), allocatable :: w(:)
    integer :: i, j
    allocate(w(0:3))
    w = x
    do i = 1, 3
      w = [w(0)*x(i), (w(j)*x(2), j = 1, 3)]
    end do
    y = w(lbound(w, 1):)
  end subroutine
end module
