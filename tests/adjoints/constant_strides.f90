! Loops between numbers, with steps that divide the way and steps that do not, up and down.
! head: strides(x)>(y)
subroutine strides(x, y)
  implicit none
  real(8), intent(in) :: x(10)
  real(8), intent(out) :: y
  real(8) :: w(10)
  integer :: i, j
  w = x
  y = 1d0
  do i = 4, 1, -2
    w(i) = w(i)*w(i + 1)
    y = y*w(i)
  end do
  do i = 1, 10, 4
    y = y + w(i)*w(i)
    w(i) = sin(y)
  end do
  do i = 10, 2, -3
    do j = 2, 9, 5
      w(j) = w(j)*w(i)
    end do
  end do
  y = y + sum(w*x)
end subroutine
