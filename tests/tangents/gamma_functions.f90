! Gamma and its logarithm, whose derivative needs a function that Fortran does not have.
! head: beta_density(a,b,x)>(f,logf)
! complex step: it calls 'log_gamma', which is not known for complex numbers
module beta_distribution
  implicit none
contains
  subroutine beta_density(a, b, x, f, logf)
    real(8), intent(in) :: a, b, x
    real(8), intent(out) :: f, logf
    logf = log_gamma(a + b) - log_gamma(a) - log_gamma(b) + (a - 1)*log(x) + (b - 1)*log(1 + x)
    f = gamma(a + b)/(gamma(a)*gamma(b))*x**(a - 1)
  end subroutine
end module
