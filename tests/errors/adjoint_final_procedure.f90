module lists
  implicit none
  type :: list
    real(8), pointer :: values(:) => null()
  contains
    final :: release
  end type
contains
  subroutine release(l)
    type(list), intent(inout) :: l
    if (associated(l%values)) deallocate(l%values)
  end subroutine
  subroutine work(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    type(list), allocatable :: l
    allocate(l)
    allocate(l%values(2))
    l%values = x
    y = product(l%values)
    deallocate(l)
  end subroutine
end module
