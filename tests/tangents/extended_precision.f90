! real(10) and real(16) inside a real(8) interface: a sum that would cancel in double precision.
! not: flang-22
! head: cancel(x)>(y)
subroutine cancel(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(16) :: a, b
  real(10) :: c
  a = exp(real(x, 16)) + 1e10_16
  b = a - 1e10_16
  c = log(real(x, 10))*3.0_10
  y = real(b*b, 8) + real(c, kind(y)) + real(atan2(b, real(c, 16)), 8)
end subroutine
