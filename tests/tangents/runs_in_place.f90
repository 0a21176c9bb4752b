! Straight-line runs that overwrite what they read, values that change places, arguments that are results.
! head: turn(u,v)>(u,v)
! head: cascade(x)>(x,y)
! head: chosen(x,w)>(chosen)
subroutine turn(u, v)
  implicit none
  real(8), intent(inout) :: u, v
  real(8) :: t
  u = u*v
  v = sin(u) + v**2
  t = u
  u = v
  v = t*u
  u = u/(2 + v)
  v = v - u*u
end subroutine

subroutine cascade(x, y)
  implicit none
  real(8), intent(inout) :: x(4)
  real(8), intent(out) :: y(3)
  x(1) = x(1)*x(2)
  x(2) = x(2) + x(1)*x(3)
  y(1) = x(1)
  x(3) = cos(x(2))*x(4)
  x(1) = x(3)*x(1)
  y(2) = y(1)*x(1) - x(2)
  y(1) = y(1)*y(2)
  x(4) = x(4)
  y(3) = -x(4)
end subroutine

real(8) function chosen(x, w)
  implicit none
  real(8), intent(in) :: x(3), w
  real(8) :: t
  chosen = x(1)*w
  t = chosen*chosen
  chosen = chosen + t*x(2)
  t = 2d0
  chosen = chosen/(t + x(3)**2)
  t = chosen
  chosen = t*chosen - w
end function
