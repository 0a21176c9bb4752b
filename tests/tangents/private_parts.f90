! A module whose procedures, types and constants are private.
! head: run(x)>(y)
module hidden
  implicit none
  private
  public :: run
  real(8), parameter :: half = 0.5d0
  type state
     real(8) :: a, b
     logical :: fresh = .true.
  end type
contains
  subroutine run(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    type(state) :: s
    s%a = x
    s%b = half
    call advance(s)
    call advance(s)
    y = s%a*s%b + offset(3)
  end subroutine
  subroutine advance(s)
    type(state), intent(inout) :: s
    if (s%fresh) s%b = s%b + s%a**2
    s%a = s%a*half + s%b
    s%fresh = .false.
  end subroutine
  real(8) function offset(k)
    integer, intent(in) :: k
    offset = k*half
  end function
end module
