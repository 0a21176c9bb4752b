! The condition calls a function with an effect: it runs before every test.
program while_call
  implicit none
  integer :: state, n
  state = 5
  n = 0
  do while (advance(state) < 100)
    n = n + state
  end do
  print *, state, n
  do while (n > 0 .and. advance(n) /= 0)
    n = n/3 - 40
  end do
  print *, n
contains
  integer function advance(k)
    integer, intent(inout) :: k
    k = k*2 - 3
    advance = k
  end function
end program
