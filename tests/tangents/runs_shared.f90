! Runs on module variables and on what internal procedures share with their host.
! head: hosted(x)>(y)
! head: modular(x)>(y)
module runs_state
  implicit none
  real(8) :: level = 0.5d0, flow(2)
contains
  subroutine relax(rate)
    real(8), intent(in) :: rate
    real(8) :: t
    t = level*rate
    flow(1) = flow(1) + t
    level = level - 0.1d0*flow(1)
    flow(2) = flow(1)*level
    flow(1) = flow(2) - t*flow(1)
  end subroutine
end module

subroutine hosted(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(2)
  real(8) :: s, t
  s = x(1)
  t = x(2)
  call inner(s)
  y(1) = s*t
  y(2) = y(1) - t*s**2
contains
  subroutine inner(v)
    real(8), intent(inout) :: v
    v = v*x(3)
    t = t + v
    v = v*t
  end subroutine
end subroutine

subroutine modular(x, y)
  use runs_state
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(3)
  integer :: i
  flow = x(1:2)
  level = 0.5d0
  do i = 1, 3
    call relax(x(i))
    y(i) = level*flow(1)
    level = level + 0.1d0*y(i)
    flow(2) = sin(flow(2))*level
    y(i) = y(i)*flow(2)
  end do
end subroutine
