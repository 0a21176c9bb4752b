! A head may name a component that its type inherits, with or without its parent.
! head: force(p%mass,p%At,k)>(force)
! head: force(p%charged%body%mass,k)>(force)
module particles
  implicit none
  type :: body
    real(8) :: mass = 1
    real(8) :: at(2) = 0
  end type
  type, extends(body) :: charged
    real(8) :: charge = 1
  end type
  type, extends(charged) :: particle
    integer :: tag = 0
  end type
contains
  real(8) function force(p, k)
    type(particle), intent(in) :: p
    real(8), intent(in) :: k
    force = k*p%mass*p%charge + p%at(1)*p%at(2)*k**2
  end function
end module
