! Bounds and step are evaluated once: changing what they read changes nothing.
! expect: do i = lo, hi, st
! reject: ^\s*logical
program bounds
  implicit none
  integer :: i, lo, hi, st, s
  lo = 1
  hi = 10
  st = 2
  s = 0
  do i = lo, hi, st
    hi = hi - 3
    st = st + 1
    lo = -5
    s = s + i
    print *, i, hi, st
  end do
  print *, i, s, lo, hi, st
end program
