! The Brusselator equations on a periodic square; see brusselator.c.
subroutine rates(n, u, v, a, b, diffusion, du, dv)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: u(n, n), v(n, n), a, b, diffusion
  real(8), intent(out) :: du(n, n), dv(n, n)
  real(8) :: scale, reaction
  integer :: i, j, up, down, left, right
  scale = diffusion*n*n
  do j = 1, n
    left = modulo(j - 2, n) + 1
    right = modulo(j, n) + 1
    do i = 1, n
      up = merge(1, i + 1, i == n)
      down = merge(n, i - 1, i == 1)
      reaction = u(i, j)**2*v(i, j)
      du(i, j) = a + reaction - (b + 1d0)*u(i, j) &
                 + scale*(u(up, j) + u(down, j) + u(i, right) + u(i, left) - 4d0*u(i, j))
      dv(i, j) = b*u(i, j) - reaction &
                 + scale*(v(up, j) + v(down, j) + v(i, right) + v(i, left) - 4d0*v(i, j))
    end do
  end do
end subroutine

subroutine brusselator(size, index, data, x, y)
  implicit none
  integer, intent(in) :: size(*), index(*)
  real(8), intent(in) :: data(*), x(*)
  real(8), intent(out) :: y(*)
  real(8), allocatable :: rate(:)
  integer :: n, cells, t
  n = size(1)
  cells = n*n
  allocate (rate(2*cells))
  y(1:2*cells) = x(1:2*cells)
  do t = 1, size(2)
    call rates(n, y, y(cells + 1), x(2*cells + 1), x(2*cells + 2), x(2*cells + 3), rate, &
               rate(cells + 1))
    y(1:2*cells) = y(1:2*cells) + data(1)*rate
  end do
end subroutine
