! Numeric intrinsics by their generic names.
program generics
  implicit none
  real(8) :: x, y
  integer :: i
  do i = 1, 5
    x = 0.3d0*i - 0.7d0
    y = 1.1d0 + i
    print '(z16.16)', sin(x), cos(x), tan(x), asin(x/2), acos(x/2), atan(x), atan2(x, y)
    print '(z16.16)', sinh(x), cosh(x), tanh(x), exp(x), log(y), log10(y), sqrt(y), abs(x)
    print '(z16.16)', erf(x), erfc(x), gamma(y), log_gamma(y), bessel_j0(y), hypot(x, y)
    print '(z16.16)', aint(y*1.7d0), anint(y*1.7d0), mod(y, 0.7d0), modulo(x, 0.7d0), sign(y, x)
    print '(z16.16)', max(x, y, 0.5d0), min(x, 0d0), dim(y, x), fraction(y), scale(x, 3)
    print *, exponent(y), nint(y*1.7d0), int(x*10), ceiling(x), floor(x)
  end do
  print '(z16.16)', epsilon(x), tiny(x), huge(x), spacing(y), nearest(y, 1d0), set_exponent(y, 2)
  print *, digits(x), precision(x), maxexponent(x), radix(x)
end program
