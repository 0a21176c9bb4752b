module bodies
  implicit none
  type :: body
    real(8) :: mass = 2
  end type
  type, extends(body) :: charged
    integer :: sign
  end type
  type, extends(charged) :: spinning
    real(8) :: spin = 3
  end type
contains
  subroutine reset(b, x)
    class(body), intent(out) :: b
    real(8), intent(in) :: x
    b%mass = b%mass*x
  end subroutine
  subroutine work(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    type(spinning) :: s
    s%spin = x*x
    call reset(s, x)
    y = s%mass*s%spin
  end subroutine
end module
