! Labels on END DO and END IF as targets of jumps.
! reject: ^\s*logical
program ends
  implicit none
  integer :: i, s
  s = 0
  do i = 1, 12
    if (mod(i, 4) == 0) goto 10
    if (i > 6) then
      s = s + i
      if (mod(i, 2) == 0) goto 5
      s = s + 100
5   end if
    s = s + 1
10 end do
  print *, s
end program
