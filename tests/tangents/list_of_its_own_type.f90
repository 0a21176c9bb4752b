! A type with an allocatable component of its own type: asking whether it holds pointers must come to an end.
! head: kernel(x)>(y)
module list_of_its_own_type
  implicit none
  type :: link
    real(8) :: value = 0
    type(link), allocatable :: rest
  end type
contains
  subroutine begin(first, value)
    type(link), allocatable, intent(inout) :: first
    real(8), intent(in) :: value
    allocate(first)
    first%value = value**2
  end subroutine
  subroutine kernel(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    type(link), allocatable :: first
    call begin(first, x)
    y = first%value**2 + x
  end subroutine
end module
