! The classical Runge-Kutta method for the Lorenz system.
! head: lorenz(start,rho)>(final)
subroutine lorenz(start, rho, final)
  implicit none
  real(8), intent(in) :: start(3), rho
  real(8), intent(out) :: final(3)
  real(8), parameter :: h = 0.01d0
  real(8), dimension(3) :: k1, k2, k3, k4
  integer :: step
  final = start
  do step = 1, 25
     k1 = slope(final)
     k2 = slope(final + h/2*k1)
     k3 = slope(final + h/2*k2)
     k4 = slope(final + h*k3)
     final = final + h/6*(k1 + 2*(k2 + k3) + k4)
  end do
contains
  function slope(s)
    real(8), intent(in) :: s(3)
    real(8) :: slope(3)
    slope = [10*(s(2) - s(1)), s(1)*(rho - s(3)) - s(2), s(1)*s(2) - 8*s(3)/3]
  end function
end subroutine
