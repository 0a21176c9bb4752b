! Procedure pointers that start at a procedure: of a module, of a procedure, of a module whose pointer is moved.
! head: work(x)>(y)
module laws
  implicit none
  abstract interface
    real(8) function law(x)
      real(8), intent(in) :: x
    end function
  end interface
  procedure(law), pointer :: current => square
  procedure(cube), pointer :: other => cube
contains
  real(8) function square(x)
    real(8), intent(in) :: x
    square = x*x
  end function
  real(8) function cube(x)
    real(8), intent(in) :: x
    cube = x**3
  end function
end module
module use_laws
  use laws
  implicit none
contains
  real(8) function own(x)
    real(8), intent(in) :: x
    procedure(law), pointer :: mine => cube
    own = mine(x)*x
  end function
  subroutine work(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    y = current(x)*own(x)
    y = y + other(x)
    other => square
    y = y*other(x)
    other => cube
  end subroutine
end module
