! DEPS of operators (Fig. 7), by what varies.
!   pairs section_2: x,z linear 1; x,y nonlinear 2; x,w nonlinear rational; x,v nonlinear rational
!   pairs constants: y,x linear 1; z,x linear 1; u,x nonlinear 3; v,x nonlinear rational; v,z nonlinear rational; w,x linear 1
!   pairs degrees: y,x nonlinear 4; y,z nonlinear 4; u,x nonlinear 6; u,z nonlinear 6; u,y nonlinear 3; v,u nonlinear rational; v,x nonlinear rational; v,y nonlinear rational; v,z nonlinear rational
!   pairs steps: k,x nonlinear; y,x nonlinear; z,x nonlinear; u,x nonlinear; v,x nonlinear; u,y linear 1
!   pairs powers: y,x nonlinear rational; z,x nonlinear; u,x nonlinear; v,x linear 1; w,x nonlinear rational; w,w nonlinear rational
!   pairs arrays: s,x linear 1; d,x nonlinear 2; d,y nonlinear 2; m,x linear 1; y,x linear 1; t,x linear 1; t,y linear 1; t,k nonlinear
subroutine section_2(x, z, y, w, v)
  real(8), intent(in) :: z, y, w, v
  real(8), intent(out) :: x
  x = 3*z + y**2 + w/(v*v)
end subroutine

subroutine constants(x, y, z, u, v, w)
  real(8), intent(in) :: x
  real(8), intent(out) :: y, z, u, v, w
  real(8), parameter :: half = 0.5d0
  real(8) :: p
  p = sqrt(2.0d0)
  y = x/3
  z = 3*x + p*x - x*half/p
  u = (2*x + 1)**3
  v = half/z
  w = -(x + 0d0*p)
end subroutine

subroutine degrees(x, z, y, u, v)
  real(8), intent(in) :: x, z
  real(8), intent(out) :: y, u, v
  y = (x + z)**2*z**2
  u = y*x**2
  v = u/(1 + x)
end subroutine

subroutine steps(x, k, y, z, u, v)
  real(8), intent(in) :: x
  integer, intent(out) :: k
  real(8), intent(out) :: y, z, u, v
  k = int(x)
  y = k*2.0d0
  z = x + nint(x)
  u = floor(x) + y
  v = abs(x)
end subroutine

subroutine powers(n, x, y, z, u, v, w)
  integer, intent(in) :: n
  real(8), intent(in) :: x
  real(8), intent(out) :: y, z, u, v, w
  integer :: i
  y = x**n
  z = x**0.5d0
  u = 2.0d0**x
  v = x**1
  w = 1
  do i = 1, n
    w = w*x
  end do
end subroutine

subroutine arrays(x, y, s, d, m, t, k)
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(3), s, d, m(3,3), t
  real(8), intent(in) :: k
  s = sum(x)
  y = [x(3), 2*x(1), 0.0d0]
  d = dot_product(x, y)
  m = spread(x, 2, 3)
  t = y(int(k))
end subroutine
