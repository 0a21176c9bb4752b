! Allocatable components that grow, are copied deeply and moved.
! head: build(x)>(y)
module growing
  implicit none
  type stack
     real(8), allocatable :: values(:)
     integer :: count = 0
  end type
contains
  subroutine push(s, v)
    type(stack), intent(inout) :: s
    real(8), intent(in) :: v
    real(8), allocatable :: larger(:)
    if (.not. allocated(s%values)) allocate(s%values(1))
    if (s%count == size(s%values)) then
       allocate(larger(2*s%count))
       larger(1:s%count) = s%values
       call move_alloc(larger, s%values)
    end if
    s%count = s%count + 1
    s%values(s%count) = v
  end subroutine
  subroutine build(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(stack) :: s, copy
    integer :: i
    do i = 1, n
       call push(s, x(i)**2)
    end do
    copy = s
    s%values(1) = 0
    y = sum(copy%values(1:copy%count)*s%values(1:s%count)) + copy%values(1)
  end subroutine
end module
