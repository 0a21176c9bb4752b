program driver
  implicit none
  real(8) :: x(3), xd(3), y(12), yd(12), expected(12)
  integer :: i
  x = [0d0, 0d0, 2d0]
  xd = [1d0, 0.25d0, 0.5d0]
  expected = [1d0, 1d0, 3d0, 0d0, -1d0, 0d0, 0d0, 0d0, 1d0, 8d0, 0d0, 0d0]
  call at_kinks_d(x, xd, y, yd)
  do i = 1, 12
     print *, 'check', yd(i), expected(i)
  end do
end program driver
