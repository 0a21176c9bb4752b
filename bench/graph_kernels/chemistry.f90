! Rates of a network of six species and five reactions, two of them reversible, with its temperature; see chemistry.c.
subroutine chemistry(x, c, y)
  implicit none
  real(8), intent(in) :: x(7), c(32)
  real(8), intent(out) :: y(7)
  real(8) :: a, b, d, t, logarithm, inverse, forward, backward, r1, r2, r3, r4, r5, heat, capacity

  a = x(1)
  b = x(2)
  d = x(4)
  t = x(7)
  logarithm = log(t)
  inverse = 1d0/t

  forward = c(1)*exp(c(2)*logarithm - c(3)*inverse)
  backward = c(4)*exp(c(5)*logarithm - c(6)*inverse)
  r1 = forward*a*b - backward*x(3)
  forward = c(7)*exp(c(8)*logarithm - c(9)*inverse)
  r2 = forward*x(3)*b
  forward = c(10)*exp(c(11)*logarithm - c(12)*inverse)
  r3 = forward*d**2
  forward = c(13)*exp(c(14)*logarithm - c(15)*inverse)
  backward = c(16)*exp(c(17)*logarithm - c(18)*inverse)
  r4 = forward*x(3)*d - backward*x(6)
  forward = c(19)*exp(c(20)*logarithm - c(21)*inverse)
  r5 = forward*x(5)

  y(1) = -r1 + r2 + r5
  y(2) = -r1 - r2
  y(3) = r1 - r2 - r4
  y(4) = r2 - 2d0*r3 - r4
  y(5) = r3 - r5
  y(6) = r4 + r5
  heat = c(22)*r1 + c(23)*r2 + c(24)*r3 + c(25)*r4 + c(26)*r5
  capacity = c(27)*a + c(28)*b + c(29)*x(3) + c(30)*d + c(31)*x(5) + c(32)*x(6)
  y(7) = -heat/capacity
end subroutine

subroutine chemistry_sum(points, x, c, s)
  implicit none
  integer, intent(in) :: points
  real(8), intent(in) :: x(7, points), c(32)
  real(8), intent(out) :: s
  real(8) :: y(7)
  integer :: i

  s = 0
  do i = 1, points
    call chemistry(x(:, i), c, y)
    s = s + 0.5d0*sum(y**2)
  end do
end subroutine

! Half the square of the state after that many steps of Euler's method.
subroutine chemistry_steps(steps, x, c, s)
  implicit none
  integer, intent(in) :: steps
  real(8), intent(in) :: x(7), c(32)
  real(8), intent(out) :: s
  real(8) :: state(7), y(7)
  integer :: i

  state = x
  do i = 1, steps
    call chemistry(state, c, y)
    state = state + 0.001d0*y
  end do
  s = 0.5d0*sum(state**2)
end subroutine
