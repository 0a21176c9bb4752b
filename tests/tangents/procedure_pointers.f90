! Procedure pointers, as a local variable and as a component.
! head: apply(x)>(y)
module models
  implicit none
  abstract interface
     real(8) function law(x)
       real(8), intent(in) :: x
     end function
  end interface
  type model
     procedure(law), pointer, nopass :: f => null()
     real(8) :: scale = 1
  end type
contains
  real(8) function linear(x)
    real(8), intent(in) :: x
    linear = 3*x
  end function
  real(8) function quadratic(x)
    real(8), intent(in) :: x
    quadratic = x**2
  end function
  subroutine apply(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    procedure(law), pointer :: p
    type(model) :: m
    integer :: i
    y = 0
    do i = 1, 3
       if (i < 3) then
          p => linear
       else
          p => quadratic
       end if
       y = y + p(x*i)
    end do
    m%f => quadratic
    m%scale = x
    y = y*m%scale + m%f(y)
  end subroutine
end module
