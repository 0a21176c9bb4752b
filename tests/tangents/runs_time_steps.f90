! Runs in loops whose values must be kept: a pendulum until it is far enough, chemistry, whole arrays in between.
! head: march(x)>(y)
! head: reactions(x)>(y)
subroutine march(x, y)
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y(3)
  real(8) :: q, p, t, force, half, work
  q = x(1)
  p = x(2)
  t = 0
  work = 0
  do while (t < 1)
    force = -sin(q) - x(3)*p
    half = p + 0.05d0*force
    q = q + 0.1d0*half
    force = -sin(q) - x(3)*half
    p = half + 0.05d0*force
    work = 0.5d0*work + 0.1d0*p*force*x(4)
    half = work*q
    t = t + 0.2d0 + 0.1d0/(1 + half**2)
    if (t > 0.5d0) q = q*(1 - 0.1d0*work)
  end do
  y(1) = q
  y(2) = p*t
  y(3) = work
end subroutine

subroutine reactions(x, y)
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y(4)
  real(8) :: c(4), rate, back, k
  integer :: i
  c = x
  do i = 1, 5
    k = exp(-1/c(4))
    rate = k*c(1)*c(2)
    back = 0.3d0*c(3)
    c(1) = c(1) - 0.1d0*(rate - back)
    c(2) = c(2) - 0.1d0*(rate - back)
    rate = rate*c(2)
    c(3) = c(3) + 0.1d0*(rate - back)
    back = sqrt(c(3)**2 + 0.01d0)
    c = 0.99d0*c
    k = c(4)*back
    c(4) = c(4) + 0.05d0*rate/(1 + k)
    y(merge(1, 4, i < 3)) = c(1)*k
  end do
  y(2:3) = c(2:3)
end subroutine
