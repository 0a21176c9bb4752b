! A private abstract interface: the derivative has one of its own.
! head: m%top(x)>(y)
! not with: --naive --no-tbr
module m
  implicit none
  private
  public eq, top
  abstract interface
    function derivs(x) result(y)
      real(8), intent(in) :: x
      real(8) :: y
    end function
  end interface
  type eq
    procedure(derivs), nopass, pointer :: func
  end type
contains
  subroutine register(d, func)
    type(eq), intent(inout) :: d
    procedure(derivs) :: func
    d%func => func
  end subroutine
  function osc(x) result(y)
    real(8), intent(in) :: x
    real(8) :: y
    y = sin(x)
  end function
  subroutine top(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    type(eq) :: d
    call register(d, osc)
    y = d%func(x)
  end subroutine
end module
