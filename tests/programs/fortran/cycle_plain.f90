! reject: ^\s*logical
program cycles
  implicit none
  integer :: i
  real(8) :: s
  s = 0d0
  do i = 1, 20
    if (mod(i, 3) == 0) cycle
    s = s + 1d0/i
    if (i > 15) cycle
    s = s*1.01d0
  end do
  print '(es24.16)', s
  i = 0
  do while (i < 10)
    i = i + 1
    if (i == 4) cycle
    s = s - i
  end do
  print '(es24.16)', s
end program
