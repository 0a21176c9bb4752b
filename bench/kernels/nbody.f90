! Bodies under softened gravity; see nbody.c.
module gravity
  implicit none
  real(8), save :: softening
contains
  subroutine accelerations(n, position, mass, out)
    integer, intent(in) :: n
    real(8), intent(in) :: position(3, n), mass(n)
    real(8), intent(out) :: out(3, n)
    real(8) :: ax, ay, az, dx, dy, dz, square, factor
    integer :: i, j
    do i = 1, n
      ax = 0d0
      ay = 0d0
      az = 0d0
      do j = 1, n
        dx = position(1, j) - position(1, i)
        dy = position(2, j) - position(2, i)
        dz = position(3, j) - position(3, i)
        square = dx**2 + dy**2 + dz**2 + softening
        factor = mass(j)/(square*sqrt(square))
        ax = ax + factor*dx
        ay = ay + factor*dy
        az = az + factor*dz
      end do
      out(:, i) = [ax, ay, az]
    end do
  end subroutine

  real(8) function energy(n, position, velocity, mass)
    integer, intent(in) :: n
    real(8), intent(in) :: position(3, n), velocity(3, n), mass(n)
    integer :: i, j
    energy = 0d0
    do i = 1, n
      energy = energy + 0.5d0*mass(i)*sum(velocity(:, i)**2)
      do j = 1, i - 1
        energy = energy - mass(i)*mass(j)/sqrt(sum((position(:, i) - position(:, j))**2) + softening)
      end do
    end do
  end function

  subroutine leapfrog(n, steps, dt, mass, position, velocity, total)
    integer, intent(in) :: n, steps
    real(8), intent(in) :: dt, mass(n)
    real(8), intent(inout) :: position(3, n), velocity(3, n)
    real(8), intent(out) :: total
    real(8) :: force(3, n)
    integer :: t
    do t = 1, steps
      call accelerations(n, position, mass, force)
      velocity = velocity + dt*force
      position = position + dt*velocity
    end do
    total = energy(n, position, velocity, mass)
  end subroutine
end module

subroutine nbody(size, index, data, x, y)
  use gravity
  implicit none
  integer, intent(in) :: size(*), index(*)
  real(8), intent(in) :: data(*), x(*)
  real(8), intent(out) :: y(*)
  integer :: n
  n = size(1)
  softening = data(2)
  y(1:6*n) = x(1:6*n)
  call leapfrog(n, size(2), data(1), x(6*n + 1), y, y(3*n + 1), y(6*n + 1))
end subroutine
