! A dummy procedure that may stand for several needs the tangent of what it gets; a pointer does not say which that is.
module pointer_for_several
  implicit none
  abstract interface
    real(8) function law(t)
      real(8), intent(in) :: t
    end function
  end interface
contains
  real(8) function double(t)
    real(8), intent(in) :: t
    double = 2*t
  end function
  real(8) function square(t)
    real(8), intent(in) :: t
    square = t*t
  end function
  real(8) function applied(given, t)
    procedure(law) :: given
    real(8), intent(in) :: t
    applied = given(t)
  end function
  real(8) function kernel(x)
    real(8), intent(in) :: x
    procedure(law), pointer :: chosen
    chosen => square
    if (x > 1) chosen => double
    kernel = applied(chosen, x) + applied(double, x)
  end function
end module
