! A procedure that assigns allocatable components of its argument: where it ran both its sweeps, it gave the seeds a new
! shape first, and they were gone.
! head: work(x)>(y)
module seeded_components
  implicit none
  type :: pair
    real(8), allocatable :: left(:), right(:)
  end type
contains
  subroutine turn(s)
    type(pair), intent(inout) :: s
    type(pair) :: old
    old = s
    s%left = old%right*2
    s%right = [old%left, old%right(1)]
  end subroutine
  subroutine work(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    type(pair) :: s
    s%left = [x, 2*x]
    s%right = [x*x, x, 3*x]
    call turn(s)
    call turn(s)
    y = dot_product(s%left, s%right(1:3))
  end subroutine
end module
