! A procedure pointer that nobody else can name, but set: what it holds may not be in this file.
module pointer_given
  implicit none
  private
  public :: give, kernel, square
  abstract interface
    real(8) function law(t)
      real(8), intent(in) :: t
    end function
  end interface
  procedure(law), pointer :: kept => null()
contains
  subroutine give(given)
    procedure(law) :: given
    kept => given
  end subroutine
  real(8) function square(t)
    real(8), intent(in) :: t
    square = t*t
  end function
  subroutine start()
    call give(square)
  end subroutine
  subroutine kernel(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    call start()
    y = kept(x)
  end subroutine
end module
