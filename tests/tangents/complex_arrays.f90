! A discrete Fourier transform and the energy in a band, through %re and %im.
! head: spectrum(x)>(energy)
! complex step: it computes with complex numbers itself
! size: n=6
subroutine spectrum(n, x, energy)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: energy(n)
  complex(8) :: f(n)
  real(8), parameter :: pi = acos(-1d0)
  integer :: j, k
  do k = 1, n
     f(k) = sum([(x(j)*exp(cmplx(0d0, -2*pi*(j - 1)*(k - 1)/n, 8)), j = 1, n)])
  end do
  f(1)%re = f(1)%re*0.5d0
  energy = f%re**2 + f%im**2 + abs(dot_product(f, conjg(f)))
end subroutine
