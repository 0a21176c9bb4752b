! Module variables: one is the independent, one the dependent, one a parameter in between.
! head: climate%step(climate%temperature,albedo)>(climate%ice)
module climate
  implicit none
  real(8) :: temperature(4) = [280d0, 285d0, 290d0, 270d0], ice = 0
  real(8) :: absorbed(4)
  integer :: steps = 0
contains
  subroutine step(albedo)
    real(8), intent(in) :: albedo
    absorbed = 342*(1 - albedo)
    call balance
    ice = sum(exp(-(temperature - 260)/10))
    steps = steps + 1
  end subroutine
  subroutine balance
    temperature = temperature + 0.01d0*(absorbed - 5.67d-8*temperature**4)
  end subroutine
end module
