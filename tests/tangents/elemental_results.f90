! Elemental functions whose result is read by their arguments, allocated anew, or in an array of records; of
! expressions, vector subscripts and arrays of two dimensions; in the condition of a loop.
! head: smooth(x)>(y)
module smoothing
  implicit none
  type cell
    real(8) :: height
  end type
contains
  elemental real(8) function damp(a, b)
    real(8), intent(in) :: a, b
    damp = a*exp(-b*b)
  end function
  elemental subroutine turn(a, b)
    real(8), intent(inout) :: a, b
    real(8) :: t
    t = a*cos(b)
    b = b*sin(a)
    a = t
  end subroutine
  subroutine smooth(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y(n)
    real(8), allocatable :: a(:)
    real(8) :: grid(n, 2)
    type(cell) :: cells(n)
    integer :: order(n), i
    order = [(n + 1 - i, i = 1, n)]
    a = damp(x(2:), 0.5d0)
    a = [a, damp(x(1), 1d0)]
    a(2:) = damp(a(:n-1), a(2:))
    cells%height = damp(a, x*x)
    grid = damp(spread(x, 2, 2), spread(cells%height, 2, 2))
    do while (sum(damp(a, 0.1d0)) > 0.2d0)
      a = 0.5d0*a
      call turn(grid(:, 1), grid(:, 2))
    end do
    y = damp(grid(order, 1) + a, grid(:, 2))
  end subroutine
end module
