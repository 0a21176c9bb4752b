! Complex parts as places, arrays of complex, kinds.
program parts
  use, intrinsic :: iso_fortran_env, only: real64
  implicit none
  complex(real64) :: z(3), p
  integer :: k
  z = [(cmplx(k, -k, kind=real64), k = 1, 3)]
  z(2)%re = 10.5_real64
  z(3)%im = z(2)%re - z(1)%im
  p = product(z)
  print '(6f12.4)', z
  print '(2es24.16)', p, conjg(p)*z(1), cmplx(p%im, p%re, real64)
  print '(3es24.16)', z%im, abs(z)
end program
