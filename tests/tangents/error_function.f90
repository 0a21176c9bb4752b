! The error function and its kin: diffusion from a step.
! head: diffuse(x,t,kappa)>(c)
! complex step: it calls 'erfc_scaled', which is not known for complex numbers
subroutine diffuse(n, x, t, kappa, c)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), t, kappa
  real(8), intent(out) :: c(n)
  real(8) :: width
  width = 2*sqrt(kappa*t)
  c = 0.5d0*erfc(x/width) + 0.1d0*erf(x) + 0.01d0*erfc_scaled(x)
end subroutine
