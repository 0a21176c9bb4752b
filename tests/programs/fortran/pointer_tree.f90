! A binary search tree with recursion over pointer components.
module trees
  implicit none
  type :: tree
    integer :: key, count
    type(tree), pointer :: left => null(), right => null()
  end type
contains
  recursive subroutine insert(t, key)
    type(tree), pointer :: t
    integer, intent(in) :: key
    if (.not. associated(t)) then
      allocate (t)
      t%key = key
      t%count = 1
    else if (key < t%key) then
      call insert(t%left, key)
    else if (key > t%key) then
      call insert(t%right, key)
    else
      t%count = t%count + 1
    end if
  end subroutine
  recursive integer function height(t) result(h)
    type(tree), pointer, intent(in) :: t
    h = 0
    if (associated(t)) h = 1 + max(height(t%left), height(t%right))
  end function
  recursive subroutine walk(t)
    type(tree), pointer, intent(in) :: t
    if (.not. associated(t)) return
    call walk(t%left)
    print *, t%key, t%count
    call walk(t%right)
  end subroutine
  recursive subroutine destroy(t)
    type(tree), pointer :: t
    if (.not. associated(t)) return
    call destroy(t%left)
    call destroy(t%right)
    deallocate (t)
  end subroutine
end module
program main
  use trees
  implicit none
  type(tree), pointer :: root
  integer :: i, k
  nullify (root)
  k = 11
  do i = 1, 20
    k = mod(k*13 + 7, 31)
    call insert(root, mod(k, 12))
  end do
  call walk(root)
  print *, height(root)
  call destroy(root)
  print *, associated(root)
end program
