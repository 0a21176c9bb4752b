! Defined operators and assignment on a type of dual use: vectors with named operators.
! head: work(x)>(y)
module vectors
  implicit none
  type vec
     real(8) :: c(3)
  end type
  interface operator(+)
     module procedure add
  end interface
  interface operator(.cross.)
     module procedure cross
  end interface
  interface assignment(=)
     module procedure from_array
  end interface
contains
  elemental function add(a, b) result(r)
    type(vec), intent(in) :: a, b
    type(vec) :: r
    r%c = a%c + b%c
  end function
  pure function cross(a, b) result(r)
    type(vec), intent(in) :: a, b
    type(vec) :: r
    r%c = cshift(a%c, 1)*cshift(b%c, 2) - cshift(a%c, 2)*cshift(b%c, 1)
  end function
  pure subroutine from_array(v, a)
    type(vec), intent(out) :: v
    real(8), intent(in) :: a(:)
    v%c = a(1:3)
  end subroutine
  subroutine work(x, y)
    real(8), intent(in) :: x(6)
    real(8), intent(out) :: y(3)
    type(vec) :: force, arm, torque
    force = x(1:3)
    arm = x(4:6)**2
    torque = (force .cross. arm) + force
    y = torque%c
  end subroutine
end module
