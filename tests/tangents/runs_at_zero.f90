! Runs with a root of zero, whose partial derivative is infinite; see runs_at_zero.c.
! head: roots(x)>(y)
! at: {"x": [0.7, -1.3, 0.4], "z": [0.0, 0.0], "y": [0, 0, 0, 0]}
subroutine roots(x, z, y)
  implicit none
  real(8), intent(in) :: x(3), z(2)
  real(8), intent(out) :: y(4)
  real(8) :: a, b, t, length
  integer :: i
  do i = 1, 3
    a = x(i)*z(1)
    t = a**2 + z(2)*x(i)**2
    length = sqrt(t)
    y(i) = z(1)*length + x(i)**2
    a = t**2 + abs(a)**1.5d0
    b = sqrt(x(i)**2 + t)
    t = b*length*z(2)
    y(i) = y(i) + t + a*b
    length = asin(1 - a)*z(2) + b
    y(i) = y(i)*length
  end do
  y(4) = y(1)*sqrt(x(2)**2)
end subroutine
