! Every pair of operators whose order matters, and parentheses that must survive.
program precedence
  implicit none
  real(8) :: a, b, c, d
  integer :: i, j, k
  a = 1d16
  b = 1d0
  c = -1d16
  d = 3d0
  i = 7
  j = 2
  k = 3
  print '(z16.16)', (a + b) + c, a + (b + c), (a + c) + b
  print '(z16.16)', a - b - c, a - (b - c), a/b/d, a/(b/d), a*b/d, a*(b/d), a/b*d, a/(b*d)
  print '(z16.16)', -a + b, -(a + b), -a*b, (-a)*b, a*(-b), a - (-b), -d**2, (-d)**2, d**(-2)
  print '(z16.16)', (a + b)*d, a + b*d, (a - c)/(d - b), ((a)), a*b + c*d, a*(b + c)*d
  print *, i/j*k, i/(j*k), i*j/k, i*(j/k), i - j + k, i - (j + k), -i + j, -(i - j), -i/j, mod(-i, j)
  print *, i < j .or. j < k .and. k < i, .not. i < j, (i + j) > k .eqv. j > k
  print *, i + j == 9, i*(j + k) /= 35, -i**j, 2**j**k, (2**j)**k, -2*j, +i
end program
