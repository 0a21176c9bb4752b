! An external function of numbers of two kinds, powers and division; nothing but its result is a row.
! head: well(a,b)>(well)
! tolerance: 2e-5
real function well(a, b, n)
  implicit none
  real, intent(in) :: a, b(2, 2)
  integer, intent(in) :: n
  double precision :: t
  t = a**2*dble(b(1, 2))**n
  t = t/(1 + a) + b(2, 1)**a
  well = real(sign(t, -1d0)) + sqrt(b(1, 1))
end function well
