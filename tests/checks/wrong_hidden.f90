function pulse(a) result(p)
  real(8), intent(in) :: a
  real(8) :: p
  p = exp(-a**2)
end function pulse

function pulse_d(a, ad, p) result(pd)
  real(8), intent(in) :: a, ad
  real(8), intent(out) :: p
  real(8) :: pd
  p = exp(-a**2)
  pd = -2.0d0*ad*p
end function pulse_d
