! A list through pointer components: built, walked, reversed, cut and freed.
program lists
  implicit none
  type :: node
    integer :: key
    type(node), pointer :: next => null()
  end type
  type(node), pointer :: head, p, q, previous
  integer :: i, n
  nullify (head)
  do i = 1, 6
    allocate (p)
    p%key = mod(i*5, 7)
    p%next => head
    head => p
  end do
  call show(head)
  previous => null()
  p => head
  do while (associated(p))
    q => p%next
    p%next => previous
    previous => p
    p => q
  end do
  head => previous
  call show(head)
  p => head
  do
    if (.not. associated(p%next)) exit
    if (mod(p%next%key, 2) == 0) then
      q => p%next
      p%next => q%next
      deallocate (q)
    else
      p => p%next
    end if
  end do
  call show(head)
  n = 0
  do while (associated(head))
    p => head%next
    n = n + head%key
    deallocate (head)
    head => p
  end do
  print *, n
contains
  subroutine show(first)
    type(node), pointer, intent(in) :: first
    type(node), pointer :: p
    p => first
    do while (associated(p))
      write (*, '(i3)', advance='no') p%key
      p => p%next
    end do
    write (*, *)
  end subroutine
end program
