! A linear circuit by the classical Runge-Kutta method; see circuit.c. A row of the matrix there is a column here.
module circuit_parts
  implicit none
contains
  function slope(n, a, b, u) result(out)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n, n), b(n), u(n)
    real(8) :: out(n)
    integer :: i
    do i = 1, n
      out(i) = b(i) + dot_product(a(:, i), u)
    end do
  end function

  subroutine integrate(n, steps, h, a, b, u)
    integer, intent(in) :: n, steps
    real(8), intent(in) :: h, a(n, n), b(n)
    real(8), intent(inout) :: u(n)
    real(8), dimension(n) :: k1, k2, k3, k4
    integer :: t
    do t = 1, steps
      k1 = slope(n, a, b, u)
      k2 = slope(n, a, b, u + 0.5d0*h*k1)
      k3 = slope(n, a, b, u + 0.5d0*h*k2)
      k4 = slope(n, a, b, u + h*k3)
      u = u + h/6d0*(k1 + 2d0*k2 + 2d0*k3 + k4)
    end do
  end subroutine
end module

subroutine circuit(size, index, data, x, y)
  use circuit_parts
  implicit none
  integer, intent(in) :: size(*), index(*)
  real(8), intent(in) :: data(*), x(*)
  real(8), intent(out) :: y(*)
  integer :: n
  n = size(1)
  y(1:n) = x(1:n)
  call integrate(n, size(2), data(1), x(2*n + 1), x(n + 1), y)
end subroutine
