! CLASS arguments, inherited components and a SELECT TYPE.
! head: drag_of(v,r)>(d)
module bodies_in_flow
  implicit none
  type shape
     real(8) :: size
  end type
  type, extends(shape) :: sphere
     real(8) :: roughness
  end type
contains
  function area(s) result(a)
    class(shape), intent(in) :: s
    real(8) :: a
    a = 3*s%size**2
  end function
  subroutine drag_of(v, r, d)
    real(8), intent(in) :: v, r
    real(8), intent(out) :: d
    type(sphere) :: ball
    ball%size = r
    ball%roughness = 0.1d0*r
    d = v**2*area(ball)*(1 + ball%roughness) + area(ball%shape)
  end subroutine
end module
