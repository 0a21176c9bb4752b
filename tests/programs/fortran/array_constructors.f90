! Array constructors with implied loops, type specs, nesting; strings of one length.
program constructors
  implicit none
  integer :: i, j
  integer :: a(6)
  real(8), allocatable :: x(:)
  character(len=6), allocatable :: names(:)
  a = [1, (i*i, i = 2, 5), 0]
  print *, a
  print *, [((10*i + j, j = 1, i), i = 1, 3)]
  x = [real(8) :: 1, 2, 3.5, (a(i)/2d0, i = 6, 1, -2)]
  print '(6f8.3)', x
  names = [character(len=6) :: 'a', 'bcd', 'efghijk']
  print '(3a8)', names
  print '(4f6.2)', reshape((/ 1.0, 2.0, 3.0, 4.0 /)*2, (/ 2, 2 /))
  print *, size([integer ::]), sum([(2*i, i = 1, 0)])
end program
