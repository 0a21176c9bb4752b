! The Lorenz-96 equations by the classical Runge-Kutta method; see lorenz.c.
module lorenz_parts
  implicit none
contains
  function slope(n, forcing, u) result(out)
    integer, intent(in) :: n
    real(8), intent(in) :: forcing, u(n)
    real(8) :: out(n)
    out(1) = (u(2) - u(n - 1))*u(n) - u(1) + forcing
    out(2) = (u(3) - u(n))*u(1) - u(2) + forcing
    out(3:n - 1) = (u(4:n) - u(1:n - 3))*u(2:n - 2) - u(3:n - 1) + forcing
    out(n) = (u(1) - u(n - 2))*u(n - 1) - u(n) + forcing
  end function

  subroutine integrate(n, steps, h, forcing, u)
    integer, intent(in) :: n, steps
    real(8), intent(in) :: h, forcing
    real(8), intent(inout) :: u(n)
    real(8), dimension(n) :: k1, k2, k3, k4
    integer :: t
    do t = 1, steps
      k1 = slope(n, forcing, u)
      k2 = slope(n, forcing, u + 0.5d0*h*k1)
      k3 = slope(n, forcing, u + 0.5d0*h*k2)
      k4 = slope(n, forcing, u + h*k3)
      u = u + h/6d0*(k1 + 2d0*k2 + 2d0*k3 + k4)
    end do
  end subroutine
end module

subroutine lorenz(size, index, data, x, y)
  use lorenz_parts
  implicit none
  integer, intent(in) :: size(*), index(*)
  real(8), intent(in) :: data(*), x(*)
  real(8), intent(out) :: y(*)
  integer :: n
  n = size(1)
  y(1:n) = x(1:n)
  call integrate(n, size(2), data(1), x(n + 1), y)
end subroutine
