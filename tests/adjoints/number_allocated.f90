! Allocatables that are one number: assigned to, they stay where they are, and so do the seeds of their adjoints.
! head: assigned(x)>(out)
! head: assigned(x,box%value)>(box%value,out)
! head: within(x)>(out)
module number_allocated
  implicit none
  type :: held
    real(8), allocatable :: value
    integer :: count = 0
  end type
contains
  subroutine assigned(box, x, out)
    type(held), intent(inout) :: box
    real(8), intent(in) :: x
    real(8), intent(out) :: out
    box%value = 3*x*box%value
    out = box%value**2
    box%value = box%value*x
  end subroutine
  subroutine within(x, out)
    real(8), intent(in) :: x
    real(8), intent(out) :: out
    real(8), allocatable :: a
    type(held) :: box
    integer :: i
    out = 0
    do i = 1, 3
      if (i == 2) a = x*i
      if (allocated(a)) a = a*x + sin(a)
      box%value = x**i
      call assigned(box, x, out)
      if (allocated(a)) out = out*a
      if (i == 2) deallocate(box%value)
    end do
  end subroutine
end module
