! A function that leaves derivatives in its argument, and whose result is a constant: the derivative of what
! the result is stored to is zero after the call.
! head: f(y)>(x)
module constant_results
  implicit none
contains
  function touched(a) result(r)
    real(8), intent(inout) :: a
    real(8) :: r(3)
    a = a*a
    r = 0.25d0
  end function
  real(8) function single(a)
    real(8), intent(inout) :: a
    a = sin(a)
    single = 0.5d0
  end function
  subroutine f(y, x)
    real(8), intent(inout) :: y(3)
    real(8), intent(out) :: x(3)
    real(8) :: w(3), v
    w = y*y
    v = y(1)*y(2)
    x = w + v
    w = touched(y(1))
    v = single(y(2))
    x = x + w*y + v*y
  end subroutine
end module
