! An array that gets shorter in some iterations, though nothing needs its values: which iterations these were is kept.
! head: shrink(x)>(y)
subroutine shrink(x, y)
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y(4)
  real(8), allocatable :: al(:)
  integer :: i, k
  al = [0.3d0, 0.2d0, 0.3d0, 0.1d0]
  y = x
  i = 0
  do while (i < 5)
    i = i + 1
    k = 0
    do
      k = k + 1
      y(2) = y(2)*tanh(y(1)) + 0.1d0*i
      y(3:1:-1) = 0.5d0*y(2:4)*y(1:3) + x(1:3)
      if (k > 1 .or. y(3) > 5d0) exit
      if (size(al) > 2) al = al(2:)
    end do
    where (y > 0.45d0)
      y = sin(x)
    elsewhere
      y(4:1:-1) = y(4:1:-1)*tanh(x(4:1:-1))
    end where
  end do
end subroutine
