! WHERE around elemental functions of the program, with a mask that the body changes.
! head: masked(x)>(y)
! at: {"x": [1.2, 0.3, 0.7, 1.9, 0.1]}
module masks
  implicit none
contains
  elemental real(8) function root(v)
    real(8), intent(in) :: v
    root = sqrt(v - 0.5d0)
  end function
  subroutine masked(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y(n)
    y = x
    where (y > 0.6d0)
       y = root(y)*x
    elsewhere
       y = y**2
    end where
    where (y > 0.5d0) y = 1/y
  end subroutine
end module
