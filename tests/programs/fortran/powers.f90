! Powers of every combination of types; association to the right; negation below.
program powers
  implicit none
  integer :: i, j
  real :: s
  real(8) :: d
  complex(8) :: z
  i = 3
  j = -2
  s = 1.5
  d = 2.5d0
  z = (1d0, 2d0)
  print *, i**4, i**j, j**3, (-1)**i, 2**i**2, (2**i)**2, -i**2, (-i)**2
  print '(z9.8)', s**i, s**j, s**s, s**0, -s**2
  print '(z17.16)', d**i, d**j, d**s, d**(-0.5d0), 2**d, d**i**2, 2d0**(-j)
  print '(2z17.16)', z**i, z**j, z**z, z**d
end program
