! Rates of reactions, by hand. See chemistry.c.
module chemistry_hand
  implicit none
  type :: rates
    real(8) :: k1, back1, k2, k3, k4, back4, k5 ! rate constants
    real(8) :: r1, r2, r3, r4, r5, t1, t2, t3, t4, t5 ! rates, and by temperature
    real(8) :: inverse ! of the heat capacity
  end type
contains
  pure real(8) function slope(c, inverse)
    real(8), intent(in) :: c(3), inverse
    slope = (c(2) + c(3)*inverse)*inverse
  end function

  pure real(8) function heating(r, c)
    type(rates), intent(in) :: r
    real(8), intent(in) :: c(32)
    heating = -(c(22)*r%r1 + c(23)*r%r2 + c(24)*r%r3 + c(25)*r%r4 + c(26)*r%r5)*r%inverse
  end function

  pure function run(x, c) result(r)
    real(8), intent(in) :: x(7), c(32)
    type(rates) :: r
    real(8) :: logarithm, i, up, down
    logarithm = log(x(7))
    i = 1d0/x(7)
    r%k1 = c(1)*exp(c(2)*logarithm - c(3)*i)
    r%back1 = c(4)*exp(c(5)*logarithm - c(6)*i)
    up = r%k1*x(1)*x(2)
    down = r%back1*x(3)
    r%r1 = up - down
    r%t1 = up*slope(c(1:3), i) - down*slope(c(4:6), i)
    r%k2 = c(7)*exp(c(8)*logarithm - c(9)*i)
    r%r2 = r%k2*x(3)*x(2)
    r%t2 = r%r2*slope(c(7:9), i)
    r%k3 = c(10)*exp(c(11)*logarithm - c(12)*i)
    r%r3 = r%k3*x(4)**2
    r%t3 = r%r3*slope(c(10:12), i)
    r%k4 = c(13)*exp(c(14)*logarithm - c(15)*i)
    r%back4 = c(16)*exp(c(17)*logarithm - c(18)*i)
    up = r%k4*x(3)*x(4)
    down = r%back4*x(6)
    r%r4 = up - down
    r%t4 = up*slope(c(13:15), i) - down*slope(c(16:18), i)
    r%k5 = c(19)*exp(c(20)*logarithm - c(21)*i)
    r%r5 = r%k5*x(5)
    r%t5 = r%r5*slope(c(19:21), i)
    r%inverse = 1d0/(c(27)*x(1) + c(28)*x(2) + c(29)*x(3) + c(30)*x(4) + c(31)*x(5) + c(32)*x(6))
  end function

  subroutine back(x, xb, c, seeded, yb, weight)
    real(8), intent(in) :: x(7), c(32), yb(7), weight
    real(8), intent(inout) :: xb(7)
    logical, intent(in) :: seeded
    type(rates) :: r
    real(8) :: heat, w0, w1, w2, w3, w4, w5, w6, spent, g1, g2, g3, g4, g5, k1, k2, k4
    r = run(x, c)
    heat = heating(r, c)
    if (seeded) then
      w0 = yb(1)
      w1 = yb(2)
      w2 = yb(3)
      w3 = yb(4)
      w4 = yb(5)
      w5 = yb(6)
      w6 = yb(7)
    else
      w0 = weight*(-r%r1 + r%r2 + r%r5)
      w1 = weight*(-r%r1 - r%r2)
      w2 = weight*(r%r1 - r%r2 - r%r4)
      w3 = weight*(r%r2 - 2d0*r%r3 - r%r4)
      w4 = weight*(r%r3 - r%r5)
      w5 = weight*(r%r4 + r%r5)
      w6 = weight*(heat)
    end if
    w6 = -r%inverse*w6
    spent = w6*heat
    g1 = w2 - w0 - w1 + w6*c(22)
    g2 = w0 - w1 - w2 + w3 + w6*c(23)
    g3 = w4 - 2d0*w3 + w6*c(24)
    g4 = w5 - w2 - w3 + w6*c(25)
    g5 = w0 - w4 + w5 + w6*c(26)
    k1 = g1*r%k1
    k2 = g2*r%k2
    k4 = g4*r%k4
    xb(1) = xb(1) + k1*x(2) + spent*c(27)
    xb(2) = xb(2) + k1*x(1) + k2*x(3) + spent*c(28)
    xb(3) = xb(3) + k2*x(2) + k4*x(4) - g1*r%back1 + spent*c(29)
    xb(4) = xb(4) + 2d0*g3*r%k3*x(4) + k4*x(3) + spent*c(30)
    xb(5) = xb(5) + g5*r%k5 + spent*c(31)
    xb(6) = xb(6) + spent*c(32) - g4*r%back4
    xb(7) = xb(7) + g1*r%t1 + g2*r%t2 + g3*r%t3 + g4*r%t4 + g5*r%t5
  end subroutine
end module

subroutine chemistry_hand_j(x, c, y, jacobian)
  use chemistry_hand
  implicit none
  real(8), intent(in) :: x(7), c(32)
  real(8), intent(out) :: y(7), jacobian(7, 7)
  type(rates) :: r
  real(8) :: a1, b1, c1, b2, c2, d3, c4, d4, f4, e5
  jacobian = 0
  r = run(x, c)
  a1 = r%k1*x(2)
  b1 = r%k1*x(1)
  c1 = -r%back1
  b2 = r%k2*x(3)
  c2 = r%k2*x(2)
  d3 = 2d0*r%k3*x(4)
  c4 = r%k4*x(4)
  d4 = r%k4*x(3)
  f4 = -r%back4
  e5 = r%k5
  y(1) = -r%r1 + r%r2 + r%r5
  y(2) = -r%r1 - r%r2
  y(3) = r%r1 - r%r2 - r%r4
  y(4) = r%r2 - 2d0*r%r3 - r%r4
  y(5) = r%r3 - r%r5
  y(6) = r%r4 + r%r5
  y(7) = heating(r, c)
  jacobian(1, 1) = -a1
  jacobian(1, 2) = b2 - b1
  jacobian(1, 3) = c2 - c1
  jacobian(1, 5) = e5
  jacobian(1, 7) = r%t2 - r%t1 + r%t5
  jacobian(2, 1) = -a1
  jacobian(2, 2) = -b1 - b2
  jacobian(2, 3) = -c1 - c2
  jacobian(2, 7) = -r%t1 - r%t2
  jacobian(3, 1) = a1
  jacobian(3, 2) = b1 - b2
  jacobian(3, 3) = c1 - c2 - c4
  jacobian(3, 4) = -d4
  jacobian(3, 6) = -f4
  jacobian(3, 7) = r%t1 - r%t2 - r%t4
  jacobian(4, 2) = b2
  jacobian(4, 3) = c2 - c4
  jacobian(4, 4) = -2d0*d3 - d4
  jacobian(4, 6) = -f4
  jacobian(4, 7) = r%t2 - 2d0*r%t3 - r%t4
  jacobian(5, 4) = d3
  jacobian(5, 5) = -e5
  jacobian(5, 7) = r%t3 - r%t5
  jacobian(6, 3) = c4
  jacobian(6, 4) = d4
  jacobian(6, 5) = e5
  jacobian(6, 6) = f4
  jacobian(6, 7) = r%t4 + r%t5
  jacobian(7, 1) = -r%inverse*(c(22)*a1 + y(7)*c(27))
  jacobian(7, 2) = -r%inverse*(c(22)*b1 + c(23)*b2 + y(7)*c(28))
  jacobian(7, 3) = -r%inverse*(c(22)*c1 + c(23)*c2 + c(25)*c4 + y(7)*c(29))
  jacobian(7, 4) = -r%inverse*(c(24)*d3 + c(25)*d4 + y(7)*c(30))
  jacobian(7, 5) = -r%inverse*(c(26)*e5 + y(7)*c(31))
  jacobian(7, 6) = -r%inverse*(c(25)*f4 + y(7)*c(32))
  jacobian(7, 7) = -r%inverse*(c(22)*r%t1 + c(23)*r%t2 + c(24)*r%t3 + c(25)*r%t4 + c(26)*r%t5)
end subroutine

subroutine chemistry_hand_b(x, xb, c, y, yb)
  use chemistry_hand, only: back
  implicit none
  real(8), intent(in) :: x(7), c(32), y(7), yb(7)
  real(8), intent(inout) :: xb(7)
  call back(x, xb, c, .true., yb, 0d0)
end subroutine

subroutine chemistry_sum_hand_b(points, x, xb, c, s, sb)
  use chemistry_hand, only: back
  implicit none
  integer, intent(in) :: points
  real(8), intent(in) :: x(7, points), c(32), s, sb
  real(8), intent(inout) :: xb(7, points)
  real(8) :: none(7)
  integer :: i
  none = 0
  do i = 1, points
    call back(x(:, i), xb(:, i), c, .false., none, sb)
  end do
end subroutine

subroutine chemistry_steps_hand_b(steps, x, xb, c, s, sb)
  use chemistry_hand
  implicit none
  integer, intent(in) :: steps
  real(8), intent(in) :: x(7), c(32), s, sb
  real(8), intent(inout) :: xb(7)
  real(8), allocatable :: states(:, :)
  real(8) :: b(7), y(7)
  type(rates) :: r
  integer :: i
  allocate (states(7, 0:steps))
  states(:, 0) = x
  do i = 1, steps
    associate (old => states(:, i - 1))
      r = run(old, c)
      y(1) = -r%r1 + r%r2 + r%r5
      y(2) = -r%r1 - r%r2
      y(3) = r%r1 - r%r2 - r%r4
      y(4) = r%r2 - 2*r%r3 - r%r4
      y(5) = r%r3 - r%r5
      y(6) = r%r4 + r%r5
      y(7) = heating(r, c)
      states(:, i) = old + 0.001d0*y
    end associate
  end do
  b = sb*states(:, steps)
  do i = steps, 1, -1
    y = 0.001d0*b
    call back(states(:, i - 1), b, c, .true., y, 0d0)
  end do
  xb = xb + b
end subroutine
