module boxes
  implicit none
  type :: box
    real(8) :: size = 0
  end type
contains
  subroutine work(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    class(box), allocatable :: a, b
    allocate(a)
    a%size = x*x
    call move_alloc(a, b)
    y = b%size*x
  end subroutine
end module
