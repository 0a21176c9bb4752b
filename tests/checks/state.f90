! What a head leaves for its next call: called again, it computes something else.
module state
  implicit none
  type, abstract :: law
    real(8) :: scale = 1
  end type
contains
  subroutine counts(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    real(8), save :: last = 0.5d0
    integer, save :: calls = 0
    calls = calls + 1
    y = (last*x + x)*calls
    last = x*x
  end subroutine
  subroutine applies(l, x, y)
    class(law), intent(in) :: l
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    y = l%scale*x
  end subroutine
end module
subroutine newton(x, n, alpha, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x, alpha
  real(8), intent(out) :: y
  integer :: i
  y = x
  do i = 1, n
    y = y - (y - alpha*cos(y))/(1 + alpha*sin(y))
  end do
end subroutine
program main
  implicit none
  real(8) :: y
  y = inside(2d0)
contains
  real(8) function inside(x)
    real(8), intent(in) :: x
    inside = x*x
  end function
end program
