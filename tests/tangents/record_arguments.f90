! A derived type as argument of the head, and one component of it named.
! head: cool(b%temperature)>(b%energy)
module bodies
  implicit none
  type body
     real(8) :: temperature, energy
     real(8) :: layers(3)
     integer :: kind
  end type
contains
  subroutine cool(b, dt)
    type(body), intent(inout) :: b
    real(8), intent(in) :: dt
    b%layers = b%temperature*[1d0, 0.9d0, 0.8d0]
    b%layers(2:3) = b%layers(2:3) - dt*b%layers(1:2)**2
    b%energy = sum(b%layers**4)*b%temperature
    b%kind = b%kind + 1
  end subroutine
end module
