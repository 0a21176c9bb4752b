! At kinks the derivative is the documented one (docs/derivative-table.md): checked by a driver, since
! differences do not tell.
! head: at_kinks(x)>(y)
subroutine at_kinks(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(12)
  real(8) :: z
  z = x(1) ! 0
  y(1) = abs(z)
  y(2) = max(z, 2*x(2))
  y(3) = min(3*z, x(2))
  y(4) = dim(z, 5*x(2))
  y(5) = sign(z, -1d0)
  y(6) = sqrt(0*x(3) + z*0)
  y(7) = hypot(z, x(2))
  y(8) = z**0 + x(3)**0
  y(9) = maxval([z, 7*x(2), 8*z])
  y(10) = product([z, x(3), 2*x(3)])
  y(11) = norm2([z, x(2)])
  y(12) = atan2(z, x(2))
end subroutine
