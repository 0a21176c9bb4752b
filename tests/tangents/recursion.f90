! A recursive function with a real and an array argument: adaptive quadrature.
! head: integral(a,b)>(value)
module adaptive
  implicit none
contains
  subroutine integral(a, b, value)
    real(8), intent(in) :: a, b
    real(8), intent(out) :: value
    value = simpson(a, b, 4)
  end subroutine
  recursive function simpson(a, b, depth) result(s)
    real(8), intent(in) :: a, b
    integer, intent(in) :: depth
    real(8) :: s, middle
    if (depth == 0) then
       s = (b - a)/6*(f(a) + 4*f(0.5d0*(a + b)) + f(b))
       return
    end if
    middle = 0.5d0*(a + b)
    s = simpson(a, middle, depth - 1) + simpson(middle, b, depth - 1)
  end function
  pure real(8) function f(x)
    real(8), intent(in) :: x
    f = exp(-x**2)*sin(3*x)
  end function
end module
