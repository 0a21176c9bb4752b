! After an exit the loop variable keeps its value; after the last trip it is one step further.
program exit_value
  implicit none
  integer :: i, j, total
  integer, parameter :: v(8) = [3, 1, 4, 1, 5, 9, 2, 6]
  total = 0
  do i = 1, 8
    if (v(i) == 5) exit
    total = total + v(i)
  end do
  print *, i, total
  do i = 1, 8
    if (v(i) == 7) exit
    total = total + v(i)
  end do
  print *, i, total
  do j = 8, 1, -2
    if (v(j) == 1) exit
  end do
  print *, j
  print *, first_above(4), first_above(100)
contains
  integer function first_above(limit)
    integer, intent(in) :: limit
    integer :: k
    do k = 1, size(v)
      if (v(k) > limit) exit
    end do
    first_above = k
  end function
end program
