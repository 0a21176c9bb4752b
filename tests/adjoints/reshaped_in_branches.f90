! An array that gets shorter in some iterations, though nothing needs its values: which iterations these were is kept.
! head: shrink(x)>(y)
subroutine shrink(x, y)
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y(4)
  real(8), allocatable :: al(:)
  real(8) :: w(4)
  integer :: i, k
  al = [0.3d0, 0.2d0, 0.3d0]
  y = x
  w = x(4) + [0.1d0, 0.2d0, -0.3d0, 0.4d0]
  i = 0
  do while (i < 4)
    i = i + 1
    k = 0
    do
      k = k + 1
      w(2) = w(2) + 0.3d0*tanh(log(2.0d0 + y(2)*y(2)))
      y(3:1:-1) = tanh(0.5d0*w(2:4)*w(1:3))
      if (k > 2 .or. y(3) > 1.1d0) exit
      if (size(al) > 2) al = al(2:)
    end do
  end do
end subroutine
