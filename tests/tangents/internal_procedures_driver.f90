program driver
  implicit none
  real(8), parameter :: h = 1d-6
  real(8) :: x(10), y(10), p(3), pd(3), r, rd, above, below
  integer :: i
  x = [(0.1d0*i, i = 1, 10)]
  y = [(cos(0.7d0*i), i = 1, 10)]
  p = [1d0, 2d0, 3d0]
  pd = [0.3d0, -0.2d0, 0.9d0]
  call fit_d(10, x, y, p, pd, r, rd)
  call fit(10, x, y, p + h*pd, above)
  call fit(10, x, y, p - h*pd, below)
  print *, 'check', rd, (above - below)/(2*h)
end program driver
