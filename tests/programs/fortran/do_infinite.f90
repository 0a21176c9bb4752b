! Loops without a head: exits at the top, in the middle, at the end, and several.
program infinite
  implicit none
  integer :: n, k
  real(8) :: x
  n = 0
  do
    if (n >= 5) exit
    n = n + 1
  end do
  k = 0
  do
    n = n*2
    if (n > 100) exit
    k = k + 1
  end do
  x = 1d0
  do
    x = x*0.7d0
    if (x < 1d-3) exit
  end do
  print *, n, k
  print '(z16.16)', x
  do
    n = n - 7
    if (n < 0) exit
    k = k + n
    if (mod(k, 11) == 0) exit
    x = x + k
    if (x > 1d3) then
      x = x/2
      exit
    end if
  end do
  print *, n, k
  print '(z16.16)', x
end program
