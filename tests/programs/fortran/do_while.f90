! expect: do while
! reject: ^\s*logical
! reject: \bexit\b
program whiles
  implicit none
  integer :: a, b, t, n
  real(8) :: x, h
  a = 1071
  b = 462
  do while (b /= 0)
    t = mod(a, b)
    a = b
    b = t
  end do
  print *, a
  x = 100d0
  n = 0
  do while (abs(x - 1d0) > 1d-12 .and. n < 60)
    h = (x + 1d0/x)/2d0
    x = h
    n = n + 1
  end do
  print '(i4, es24.16)', n, x
end program
