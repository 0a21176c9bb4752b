! STOP in the middle of nested control flow.
program stop_inside
  implicit none
  integer :: i
  do i = 1, 10
    if (i*i > 20) then
      print *, 'stopping at', i
      call finish(i)
    end if
    print *, i
  end do
  print *, 'not reached'
contains
  subroutine finish(k)
    integer, intent(in) :: k
    if (k > 4) stop
    print *, 'still here'
  end subroutine
end program
