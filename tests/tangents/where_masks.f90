! WHERE with several branches, and a masked division that would fault unmasked.
! head: upwind(u)>(flux)
! at: {"u": [1.2, -0.7, 0.2, 0.4, -1.1]}
subroutine upwind(n, u, flux)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: u(n)
  real(8), intent(out) :: flux(n)
  real(8) :: c(n)
  c = 2
  where (u > 0.3d0)
     flux = log(u)*u
     c = c*u
  elsewhere (u < 0)
     flux = u**2/sqrt(-u)
  elsewhere
     flux = 3*u
  end where
  where (abs(u) > 1e-3) c = c + exp(u)/u
  flux = flux*c
end subroutine
