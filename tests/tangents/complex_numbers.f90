! Complex arithmetic and functions: a transmission line with a complex load.
! head: reflect(z,omega)>(gamma,power)
! complex step: it computes with complex numbers itself
subroutine reflect(z, omega, gamma, power)
  implicit none
  complex(8), intent(in) :: z
  real(8), intent(in) :: omega
  complex(8), intent(out) :: gamma
  real(8), intent(out) :: power
  complex(8) :: line, i
  i = (0d0, 1d0)
  line = exp(-i*omega)*sqrt(z) + log(z)*sin(z)/cmplx(2d0, omega, 8)
  gamma = (z - line)/(z + line) + conjg(z)**2 + z**omega
  power = abs(gamma)**2 + aimag(line)*real(z) + real(gamma*conjg(line), 8)
end subroutine
