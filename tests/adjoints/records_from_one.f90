! Arrays of records that are allocated with one record as source, and CLASS variables whose type is known.
! head: work(x)>(y)
module grids
  implicit none
  type :: cell
    real(8) :: height = 0
    real(8), allocatable :: layers(:)
  end type
  type :: point
    real(8) :: at(2) = 0
  end type
contains
  subroutine work(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    type(cell) :: first
    type(cell), allocatable :: cells(:), plane(:, :)
    type(point), allocatable :: points(:)
    type(point) :: p
    class(point), allocatable :: one
    first%height = x**2
    first%layers = [x, 2*x, x*x]
    allocate(cells(3), source=first)
    allocate(plane(2, 2), source=first)
    p%at = [x, x**3]
    allocate(points(2), source=p)
    allocate(one, source=p)
    cells(2)%layers(1) = cells(3)%layers(2)*x
    plane(2, 1)%height = plane(1, 2)%layers(3)
    points(1)%at = points(2)%at*x
    one%at(1) = one%at(2)*cells(2)%height
    y = cells(2)%layers(1)*plane(2, 1)%height + cells(1)%height*plane(1, 1)%height + sum(points(1)%at) + sum(one%at)
  end subroutine
end module
