! Structure constructors with a value for the whole parent; zeros of types whose parent is abstract.
! head: work(x)>(y)
module outlines
  implicit none
  type, abstract :: outline
    real(8) :: scale = 1
  contains
    procedure(area_of), deferred :: area
  end type
  abstract interface
    real(8) function area_of(o)
      import outline
      class(outline), intent(in) :: o
    end function
  end interface
  type, extends(outline) :: disc
    real(8) :: radius = 0
  contains
    procedure :: area => disc_area
  end type
  type :: place
    real(8) :: at(2) = 0
  end type
  type, extends(place) :: stop
    real(8) :: time = 0
  end type
  type, extends(stop) :: station
    real(8) :: crowd = 0
    real(8) :: late = 0.5d0
  end type
contains
  real(8) function disc_area(o)
    class(disc), intent(in) :: o
    disc_area = o%scale*o%radius**2
  end function
  subroutine work(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    type(disc) :: d
    type(stop) :: s
    type(station) :: t
    d%radius = x
    d%scale = 3*x
    y = d%area()
    d = disc(radius=x, scale=y)
    s = stop(place([x, 2*x]), x*y)
    t = station(s, crowd=sin(x))
    y = y + t%at(2)*t%time + t%crowd*t%late + d%area()
    t = station(stop(place([y, x]), y), x*x, 2*x)
    y = y + t%at(2)*t%time + t%crowd*t%late
  end subroutine
end module
