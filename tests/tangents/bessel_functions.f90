! Bessel functions of several orders: an Airy-like diffraction pattern.
! head: pattern(r)>(intensity)
! complex step: it calls 'bessel_yn', which is not known for complex numbers
subroutine pattern(n, r, intensity)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: r(n)
  real(8), intent(out) :: intensity(n)
  integer :: i
  do i = 1, n
     intensity(i) = (2*bessel_j1(r(i))/r(i))**2 + bessel_j0(r(i))*bessel_jn(3, r(i)) &
          + 0.1d0*bessel_y0(r(i)) - 0.1d0*bessel_y1(r(i)) + 0.01d0*bessel_yn(2, r(i))
  end do
end subroutine
