! WHERE and ELSEWHERE that write elements of one array in different orders: those of the second come last.
! head: both(x,y)>(x)
subroutine both(x, y)
  implicit none
  real(8), intent(inout) :: x(4), y(4)
  integer :: side(4)
  side = [0, 1, 0, 1]
  where (side > 0)
    x = sin(y)*y(1)
  elsewhere
    x(4:1:-1) = tanh(y(4:1:-1))*y(2)
  end where
end subroutine
