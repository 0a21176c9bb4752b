! A yield function of the invariants of stress, dependent on Lode's angle, rounded at its tip; see yield.c.
subroutine yield(x, c, y)
  implicit none
  real(8), intent(in) :: x(6), c(4)
  real(8), intent(out) :: y(4)
  real(8) :: mean, sx, sy, sz, j2, j3, root, lode, shape

  mean = (x(1) + x(2) + x(3))/3d0
  sx = x(1) - mean
  sy = x(2) - mean
  sz = x(3) - mean
  j2 = 0.5d0*(sx**2 + sy**2 + sz**2) + x(4)**2 + x(5)**2 + x(6)**2
  j3 = sx*sy*sz + 2d0*x(4)*x(5)*x(6) - sx*x(5)**2 - sy*x(6)**2 - sz*x(4)**2
  root = sqrt(j2)
  lode = -1.5d0*sqrt(3d0)*j3/(j2*root)
  shape = 1d0 + c(2)*lode
  y(1) = c(1)*mean + sqrt(j2*shape**2 + c(3)**2) - c(4)
  y(2) = mean
  y(3) = sqrt(3d0)*root
  y(4) = lode
end subroutine

subroutine yield_sum(points, x, c, s)
  implicit none
  integer, intent(in) :: points
  real(8), intent(in) :: x(6, points), c(4)
  real(8), intent(out) :: s
  real(8) :: y(4)
  integer :: i

  s = 0
  do i = 1, points
    call yield(x(:, i), c, y)
    s = s + 0.5d0*sum(y**2)
  end do
end subroutine
