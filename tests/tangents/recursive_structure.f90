! A binary tree built and summed by recursion.
! head: tree_energy(x)>(e)
module trees
  implicit none
  type tree
     real(8) :: value = 0
     type(tree), pointer :: left => null(), right => null()
  end type
contains
  recursive subroutine insert(t, v)
    type(tree), pointer, intent(inout) :: t
    real(8), intent(in) :: v
    if (.not. associated(t)) then
       allocate(t)
       t%value = v
    else if (v < t%value) then
       call insert(t%left, v)
    else
       call insert(t%right, v)
    end if
  end subroutine
  recursive function weight(t, depth) result(w)
    type(tree), pointer, intent(in) :: t
    integer, intent(in) :: depth
    real(8) :: w
    w = 0
    if (.not. associated(t)) return
    w = depth*t%value**2 + weight(t%left, depth + 1) + weight(t%right, depth + 1)
  end function
  recursive subroutine drop(t)
    type(tree), pointer, intent(inout) :: t
    if (.not. associated(t)) return
    call drop(t%left)
    call drop(t%right)
    deallocate(t)
  end subroutine
  subroutine tree_energy(n, x, e)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: e
    type(tree), pointer :: root
    integer :: i
    nullify(root)
    do i = 1, n
       call insert(root, x(i))
    end do
    e = weight(root, 1)
    call drop(root)
  end subroutine
end module
