! A linked list of nodes that hold reals: pointer components, allocation and release.
! head: chain(x)>(y)
module lists
  implicit none
  type node
     real(8) :: value
     type(node), pointer :: next => null()
  end type
contains
  subroutine chain(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(node), pointer :: first, current
    integer :: i
    nullify(first)
    do i = 1, n
       allocate(current)
       current%value = x(i)**2
       current%next => first
       first => current
    end do
    y = 1
    current => first
    do while (associated(current))
       y = y*(1 + current%value)
       current => current%next
    end do
    do while (associated(first))
       current => first%next
       deallocate(first)
       first => current
    end do
  end subroutine
end module
