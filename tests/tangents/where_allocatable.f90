! Allocatable arrays under a mask: they keep their shape, and the elements where it does not hold.
! head: masked(x)>(y)
module where_allocatable
  implicit none
contains
  subroutine masked(x, y)
    real(8), intent(in) :: x(5)
    real(8), intent(out) :: y(5)
    real(8), allocatable :: h(:), g(:)
    h = sin(x)
    g = x*x
    where (x(5:1:-1) > 0.6d0)
      h = 0.7d0*x(5:1:-1) + g
    elsewhere
      g = h*x(2)
    end where
    where (h > 0.4d0) h = x(1)
    where (g > 0.4d0) g = 0.3d0
    y = h*g
  end subroutine
end module
