! Procedure pointers that a head gets from its caller: they may hold what is not in this file.
module pointer_from_outside
  implicit none
  abstract interface
    real(8) function law(t)
      real(8), intent(in) :: t
    end function
  end interface
  type :: material
    procedure(law), pointer, nopass :: response => null()
  end type
  procedure(law), pointer :: chosen => null()
contains
  real(8) function square(t)
    real(8), intent(in) :: t
    square = t*t
  end function
  subroutine choose()
    chosen => square
  end subroutine
  subroutine by_dummy(given, x, y)
    procedure(law), pointer, intent(in) :: given
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    y = given(x)
  end subroutine
  subroutine by_component(m, x, y)
    type(material), intent(in) :: m
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    y = m%response(x)
  end subroutine
  subroutine by_global(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    y = chosen(x)
  end subroutine
  real(8) function twice(given, t)
    procedure(law) :: given
    real(8), intent(in) :: t
    twice = given(given(t))
  end function
  subroutine passed_on(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    y = twice(chosen, x)
  end subroutine
end module
