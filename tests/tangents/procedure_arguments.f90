! A procedure argument that is one procedure here and another there, one of them all but constant.
! head: both(x)>(y)
module newton_methods
  implicit none
contains
  subroutine root(f, slope, a, x)
    interface
       real(8) function f(x, a)
         real(8), intent(in) :: x, a
       end function
       real(8) function slope(x, a)
         real(8), intent(in) :: x, a
       end function
    end interface
    real(8), intent(in) :: a
    real(8), intent(inout) :: x
    integer :: k
    do k = 1, 12
       x = x - f(x, a)/slope(x, a)
    end do
  end subroutine
  real(8) function square(x, a)
    real(8), intent(in) :: x, a
    square = x**2 - a
  end function
  real(8) function two(x, a)
    real(8), intent(in) :: x, a
    two = 2*x + 0.01d0*a
  end function
  real(8) function cube(x, a)
    real(8), intent(in) :: x, a
    cube = x**3 - a
  end function
  real(8) function three(x, a)
    real(8), intent(in) :: x, a
    three = 3*x**2 + 0.01d0*a
  end function
  real(8) function constant(x, a)
    real(8), intent(in) :: x, a
    constant = 4
    if (x > 1000) constant = a*x
  end function
  subroutine both(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    real(8) :: r, s, t
    r = 1
    s = 1
    t = 1
    call root(square, two, x, r)
    call root(cube, three, x, s)
    call root(square, constant, x, t)
    y = r*s + t
  end subroutine
end module
