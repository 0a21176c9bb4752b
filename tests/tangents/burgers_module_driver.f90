program driver
  use phys, only: run
  use phys_d, only: run_d
  implicit none
  real(8), parameter :: h = 1d-6
  real(8) :: u0(20), u0d(20), v, vd, j, jd, above, below
  integer :: i
  u0 = [(sin(0.3d0*i), i = 1, 20)]
  u0d = [(cos(0.7d0*i), i = 1, 20)]
  v = 0.2d0
  vd = 0.5d0
  call run_d(20, u0, u0d, v, vd, j, jd)
  call run(20, u0 + h*u0d, v + h*vd, above)
  call run(20, u0 - h*u0d, v - h*vd, below)
  print *, 'check', jd, (above - below)/(2*h)
  call run(20, u0, v, above)
  print *, 'check', j, above
end program driver
