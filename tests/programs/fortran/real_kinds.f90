! Precision: single, double and extended mixed; conversions happen where the language says.
program reals
  implicit none
  integer, parameter :: qp = selected_real_kind(18)
  real :: s
  real(8) :: d
  real(qp) :: q
  integer :: n
  s = 0.1
  d = 0.1
  q = 0.1d0
  print '(3z34)', s, d, q
  d = 0.1d0 + s
  s = d*3
  q = q + s
  n = d*1000
  print '(3z34, i6)', s, d, q, n
  s = 1.0/3.0
  d = 1.0/3.0
  print '(2z18)', s, d
  d = 1/3 + 2/3d0
  s = 16777217
  print '(2z18)', s, d
  d = real(d, 4)
  print '(z18, 2es30.20)', d, q*q, q/3
end program
