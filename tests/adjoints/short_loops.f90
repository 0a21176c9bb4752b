! Loops of a few iterations over small local arrays (see short_loops.c).
! head: strain(u)>(energy)
! size: n=4
subroutine strain(n, u, energy)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: u(n + 4)
  real(8), intent(out) :: energy
  integer, parameter :: points = 3
  real(8) :: f(2, 2), weight(points), total
  integer :: e, i, j
  energy = 0
  do i = 1, points
    weight(i) = 0.25d0*i
  end do
  do e = 1, n
    do j = 1, 2
      do i = 1, 2
        f(i, j) = u(e + i)*u(e + j) + weight(i)*u(e)
      end do
    end do
    total = f(1, 1)*f(2, 2) - f(1, 2)*f(2, 1)
    do i = points, 1, -1
      total = total + weight(i)*total*u(e + i)
      weight(i) = weight(i)*u(e)
    end do
    energy = energy + total*total + i*u(e)
  end do
end subroutine strain
