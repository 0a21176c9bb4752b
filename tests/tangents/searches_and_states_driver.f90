program driver
  implicit none
  real(8), parameter :: h = 1d-6
  integer, parameter :: n = 4
  real(8) :: x(n), xd(n), y(n), yd(n), s, sd, m(n), md(n), above(n), below(n), sa, sb
  integer :: i
  x = [0.4d0, -0.7d0, 1.3d0, 0.9d0]
  xd = [0.3d0, -0.2d0, 0.9d0, 0.5d0]
  yd = 7
  md = 7
  s = 0.6d0
  sd = 0.25d0
  call relax_d(n, x, xd, y, yd, s, sd, m, md)
  sa = 0.6d0 + h*0.25d0
  sb = 0.6d0 - h*0.25d0
  call relax(n, x + h*xd, above, sa, m)
  call relax(n, x - h*xd, below, sb, m)
  do i = 1, n
    print *, 'check', yd(i), (above(i) - below(i))/(2*h)
    print *, 'check', md(i), 0d0
  end do
  print *, 'check', sd, (sa - sb)/(2*h)
end program driver
