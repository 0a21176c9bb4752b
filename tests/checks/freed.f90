! What the check gives the head, the head frees: INTENT(OUT) does.
module freed
  implicit none
  type :: model
    real(8), allocatable :: weights(:)
  end type
contains
  subroutine setup(x, m)
    real(8), intent(in) :: x(:)
    type(model), intent(out) :: m
    m%weights = 2*x
  end subroutine
end module
