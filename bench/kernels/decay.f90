! A chain of radioactive decays, by Euler's method; see decay.c. Here in array syntax.
subroutine decay(size, index, data, x, y)
  implicit none
  integer, intent(in) :: size(*), index(*)
  real(8), intent(in) :: data(*), x(*)
  real(8), intent(out) :: y(*)
  integer :: n, t
  n = size(1)
  y(1:n) = x(1:n)
  do t = 1, size(2)
    y(2:n) = y(2:n) + data(1)*(x(n + 1:2*n - 1)*y(1:n - 1) - x(n + 2:2*n)*y(2:n))
    y(1) = y(1) - data(1)*x(n + 1)*y(1)
  end do
end subroutine
