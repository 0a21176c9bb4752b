! Callers of a head may pass any procedure, not just the one that the given files pass.
module passing
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
  real(8) function applied(callback, t)
    procedure(law) :: callback
    real(8), intent(in) :: t
    applied = inner(callback, t) + t*t
  end function
  real(8) function inner(called, t)
    procedure(law) :: called
    real(8), intent(in) :: t
    inner = called(t)
  end function
  real(8) function kernel(x)
    real(8), intent(in) :: x
    kernel = applied(double, x)
  end function
end module
