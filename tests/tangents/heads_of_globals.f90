! Two heads at once, one naming module variables, one a component of a module variable.
! head: advance(flow%state%u,flow%viscosity)>(flow%state%e)
! head: measure(flow%viscosity)>(drag)
module flow
  implicit none
  type field
     real(8) :: u(3), e
     integer :: step
  end type
  type(field) :: state
  real(8) :: viscosity = 0.1d0
contains
  subroutine advance
    state%u = state%u - viscosity*state%u**2
    state%e = sum(state%u**2)
    state%step = state%step + 1
  end subroutine
  subroutine measure(speed, drag)
    real(8), intent(in) :: speed
    real(8), intent(out) :: drag
    drag = 0.5d0*speed**2*viscosity**0.25d0
  end subroutine
end module
