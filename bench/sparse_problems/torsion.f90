! Elastic-plastic torsion on an n by n grid: half the integral of the squared gradient less 5 times that of the
! function, over the lower and upper triangles of every square.
subroutine torsion(n, x, f)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n, n)
  real(8), intent(out) :: f
  real(8) :: h, area, v, side, up, quadratic, linear
  integer :: i, j

  h = 1d0/(n + 1)
  area = 0.5d0*h*h
  quadratic = 0
  linear = 0
  do j = 0, n
    do i = 0, n
      v = 0
      side = 0
      up = 0
      if (i >= 1 .and. j >= 1) v = x(i, j)
      if (i < n .and. j >= 1) side = x(i + 1, j)
      if (i >= 1 .and. j < n) up = x(i, j + 1)
      quadratic = quadratic + ((side - v)/h)**2 + ((up - v)/h)**2
      linear = linear - 5*(v + side + up)/3
    end do
  end do
  do j = 1, n + 1
    do i = 1, n + 1
      v = 0
      side = 0
      up = 0
      if (i <= n .and. j <= n) v = x(i, j)
      if (i > 1 .and. j <= n) side = x(i - 1, j)
      if (i <= n .and. j > 1) up = x(i, j - 1)
      quadratic = quadratic + ((side - v)/h)**2 + ((up - v)/h)**2
      linear = linear - 5*(v + side + up)/3
    end do
  end do
  f = area*quadratic/2 + area*linear
end subroutine torsion
