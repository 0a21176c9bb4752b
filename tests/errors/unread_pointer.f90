module rules
  implicit none
  abstract interface
    real(8) function rule(x)
      real(8), intent(in) :: x
    end function
  end interface
  procedure(rule), pointer :: current => null()
contains
  real(8) function square(x)
    real(8), intent(in) :: x
    square = x*x
  end function
  real(8) function cube(x)
    real(8), intent(in) :: x
    cube = x**3
  end function
  subroutine choose(by)
    class(*), intent(in) :: by
    current => square
    select type (by)
    type is (integer)
      current => cube
    end select
  end subroutine
  subroutine work(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    y = current(x)
  end subroutine
end module
