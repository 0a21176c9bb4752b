! Extended types used statically: inherited components and procedures, overriding.
module solids
  implicit none
  type :: solid
    real(8) :: density = 1d0
  contains
    procedure :: mass => solid_mass
  end type
  type, extends(solid) :: ball
    real(8) :: radius = 1d0
  contains
    procedure :: volume
    procedure :: mass => ball_mass
  end type
contains
  real(8) function solid_mass(this)
    class(solid), intent(in) :: this
    solid_mass = this%density
  end function
  real(8) function volume(this)
    class(ball), intent(in) :: this
    volume = 4d0/3d0*acos(-1d0)*this%radius**3
  end function
  real(8) function ball_mass(this)
    class(ball), intent(in) :: this
    ball_mass = this%solid%mass()*this%volume()
  end function
end module
program main
  use solids
  implicit none
  type(ball) :: b
  type(solid) :: s
  b = ball(density=2.5d0, radius=0.5d0)
  s = b%solid
  b%solid%density = 3d0
  print '(4es24.16)', b%mass(), s%mass(), b%volume(), b%density
end program
