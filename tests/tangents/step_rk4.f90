! Runge-Kutta steps of a pendulum with an internal procedure.
! head: rk4(x)>(y)
subroutine rk4(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  real(8) :: s(2), k1(2), k2(2), k3(2), k4(2)
  integer :: i, step
  do i = 1, n
     s(1) = x(i)
     s(2) = x(1)
     do step = 1, 10
        k1 = slope(s)
        k2 = slope(s + 0.05d0*k1)
        k3 = slope(s + 0.05d0*k2)
        k4 = slope(s + 0.1d0*k3)
        s = s + 0.1d0/6*(k1 + 2*k2 + 2*k3 + k4)
     end do
     y(i) = s(1)*s(2)
  end do
contains
  function slope(s)
    real(8), intent(in) :: s(2)
    real(8) :: slope(2)
    slope(1) = s(2)
    slope(2) = -sin(s(1)) - x(2)*s(2)
  end function
end subroutine
