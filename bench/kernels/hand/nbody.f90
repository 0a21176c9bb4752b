! The adjoint of nbody.f90; see nbody.c beside it.
subroutine nbody_hand(size, index, data, x, xb, y, yb)
  implicit none
  integer, intent(in) :: size(*), index(*)
  real(8), intent(in) :: data(*), x(*)
  real(8), intent(inout) :: xb(*), y(*), yb(*)
  integer :: n
  n = size(1)
  call leapfrog(n, size(2), data(1), data(2), x(6*n + 1), x, x(3*n + 1), yb, yb(3*n + 1), yb(6*n + 1), xb, &
                xb(3*n + 1), xb(6*n + 1))
contains
  subroutine accelerations(n, position, mass, softening, out)
    integer, intent(in) :: n
    real(8), intent(in) :: position(3, n), mass(n), softening
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
      out(1, i) = ax
      out(2, i) = ay
      out(3, i) = az
    end do
  end subroutine

  subroutine accelerations_back(n, position, mass, softening, w, positionb, massb)
    integer, intent(in) :: n
    real(8), intent(in) :: position(3, n), mass(n), softening, w(3, n)
    real(8), intent(inout) :: positionb(3, n), massb(n)
    real(8) :: dx, dy, dz, inverse, cube, factor, along, radial, gx, gy, gz, sx, sy, sz
    integer :: i, j
    do i = 1, n
      sx = 0d0
      sy = 0d0
      sz = 0d0
      do j = 1, n
        dx = position(1, j) - position(1, i)
        dy = position(2, j) - position(2, i)
        dz = position(3, j) - position(3, i)
        inverse = 1d0/(dx**2 + dy**2 + dz**2 + softening)
        cube = inverse*sqrt(inverse)
        factor = mass(j)*cube
        along = dx*w(1, i) + dy*w(2, i) + dz*w(3, i)
        radial = -3d0*along*inverse
        gx = factor*(w(1, i) + radial*dx)
        gy = factor*(w(2, i) + radial*dy)
        gz = factor*(w(3, i) + radial*dz)
        massb(j) = massb(j) + along*cube
        positionb(1, j) = positionb(1, j) + gx
        positionb(2, j) = positionb(2, j) + gy
        positionb(3, j) = positionb(3, j) + gz
        sx = sx + gx
        sy = sy + gy
        sz = sz + gz
      end do
      positionb(1, i) = positionb(1, i) - sx
      positionb(2, i) = positionb(2, i) - sy
      positionb(3, i) = positionb(3, i) - sz
    end do
  end subroutine

  subroutine energy_back(n, position, velocity, mass, softening, seed, positionb, velocityb, massb)
    integer, intent(in) :: n
    real(8), intent(in) :: position(3, n), velocity(3, n), mass(n), softening, seed
    real(8), intent(inout) :: positionb(3, n), velocityb(3, n), massb(n)
    real(8) :: d(3), inverse, potential, force
    integer :: i, j
    do i = 1, n
      velocityb(:, i) = velocityb(:, i) + seed*mass(i)*velocity(:, i)
      massb(i) = massb(i) + 0.5d0*seed*sum(velocity(:, i)**2)
      do j = 1, i - 1
        d = position(:, i) - position(:, j)
        inverse = 1d0/sqrt(d(1)**2 + d(2)**2 + d(3)**2 + softening)
        potential = seed*inverse
        force = potential*inverse**2*mass(i)*mass(j)
        massb(i) = massb(i) - potential*mass(j)
        massb(j) = massb(j) - potential*mass(i)
        positionb(:, i) = positionb(:, i) + force*d
        positionb(:, j) = positionb(:, j) - force*d
      end do
    end do
  end subroutine

  subroutine leapfrog(n, steps, dt, softening, mass, start, speed, yb, velocityb, seed, startb, speedb, massb)
    integer, intent(in) :: n, steps
    real(8), intent(in) :: dt, softening, mass(n), start(3, n), speed(3, n), seed
    real(8), intent(inout) :: yb(3, n), velocityb(3, n), startb(3, n), speedb(3, n), massb(n)
    real(8) :: position(3, n, 0:steps), velocity(3, n), force(3, n)
    integer :: t
    position(:, :, 0) = start
    velocity = speed
    do t = 1, steps
      call accelerations(n, position(:, :, t - 1), mass, softening, force)
      velocity = velocity + dt*force
      position(:, :, t) = position(:, :, t - 1) + dt*velocity
    end do
    call energy_back(n, position(:, :, steps), velocity, mass, softening, seed, yb, velocityb, massb)
    do t = steps, 1, -1
      velocityb = velocityb + dt*yb
      force = dt*velocityb
      call accelerations_back(n, position(:, :, t - 1), mass, softening, force, yb, massb)
    end do
    startb = startb + yb
    speedb = speedb + velocityb
  end subroutine
end subroutine
