! Under a mask, what moves elements about: the mask is of the elements that are written.
! head: shift(x)>(y)
subroutine shift(x, y)
  implicit none
  real(8), intent(inout) :: x(5)
  real(8), intent(inout) :: y(5)
  real(8) :: m(5, 2)
  where (x(4:1:-1) > 0.7d0)
    x(4:1:-1) = cshift(x(2:5), -1)
  elsewhere
    y(2:5) = tanh(cshift(x(2:5)**2, 1))
  end where
  m = spread(x, 2, 2)
  where (m > 0.8d0) m = spread(y*x, 2, 2)
  where (y > 0.5d0) y = matmul(m, x(1:2))
  y = y + sum(m, 2)
end subroutine
