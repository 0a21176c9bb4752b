! Reading from and writing to character variables, with status.
program internal
  implicit none
  character(len=30) :: buffer, lines(2)
  integer :: i, n, ios
  real(8) :: x
  write (buffer, '(i5, f10.4)') 42, 2.5d0
  print *, buffer
  read (buffer, *) n, x
  print *, n, x
  write (lines, '(a, i3)') ('line', i, i = 1, 2)
  print *, lines
  lines(1) = '12 abc'
  read (lines(1), *, iostat=ios) n, i
  print *, n, ios > 0
  read (buffer(1:5), '(i5)') n
  print *, n + 1
  lines(2) = ' '
  read (lines(2), *, iostat=ios) n
  print *, ios < 0
end program
