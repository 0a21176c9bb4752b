! The neuron, by hand. See hodgkin.c.
module hodgkin_hand
  implicit none
  type :: gate
    real(8) :: opening, closing, opened, closed
  end type
  type :: neuron
    type(gate) :: m, h, n
    real(8) :: open, strong
  end type
contains
  pure function rest(x) result(r)
    real(8), intent(in) :: x(7)
    type(neuron) :: r
    real(8) :: v, e, inverse
    v = x(1)
    e = exp(-0.1d0*(v + 40d0))
    inverse = 0.1d0/(1d0 - e)
    r%m%opening = (v + 40d0)*inverse
    r%m%opened = inverse*(1d0 - r%m%opening*e)
    r%m%closing = 4d0*exp(-(v + 65d0)/18d0)
    r%m%closed = -r%m%closing/18d0
    r%h%opening = 0.07d0*exp(-(v + 65d0)/20d0)
    r%h%opened = -r%h%opening/20d0
    e = exp(-0.1d0*(v + 35d0))
    r%h%closing = 1d0/(1d0 + e)
    r%h%closed = 0.1d0*e*r%h%closing**2
    e = exp(-0.1d0*(v + 55d0))
    inverse = 0.01d0/(1d0 - e)
    r%n%opening = (v + 55d0)*inverse
    r%n%opened = inverse*(1d0 - 10d0*r%n%opening*e)
    r%n%closing = 0.125d0*exp(-(v + 65d0)/80d0)
    r%n%closed = -r%n%closing/80d0
    r%open = x(2)**3*x(3)
    r%strong = x(4)**4
  end function

  pure real(8) function rate(g, open)
    type(gate), intent(in) :: g
    real(8), intent(in) :: open
    rate = g%opening*(1 - open) - g%closing*open
  end function

  pure real(8) function slope(g, open)
    type(gate), intent(in) :: g
    real(8), intent(in) :: open
    slope = g%opened*(1 - open) - g%closed*open
  end function

  subroutine back(x, xb, c, seeded, yb, weight)
    real(8), intent(in) :: x(7), c(5), yb(4), weight
    real(8), intent(inout) :: xb(7)
    logical, intent(in) :: seeded
    type(neuron) :: r
    real(8) :: inverse, sodium, potassium, leak, w0, w1, w2, w3, flow, in, out, square
    r = rest(x)
    inverse = 1d0/c(4)
    sodium = x(1) - c(1)
    potassium = x(1) - c(2)
    leak = x(1) - c(3)
    if (seeded) then
      w0 = yb(1)
      w1 = yb(2)
      w2 = yb(3)
      w3 = yb(4)
    else
      w0 = weight*((c(5) - x(5)*r%open*sodium - x(6)*r%strong*potassium - x(7)*leak)*inverse)
      w1 = weight*(rate(r%m, x(2)))
      w2 = weight*(rate(r%h, x(3)))
      w3 = weight*(rate(r%n, x(4)))
    end if
    flow = -w0*inverse
    in = flow*sodium
    out = flow*potassium
    square = x(2)**2
    xb(1) = xb(1) + flow*(x(5)*r%open + x(6)*r%strong + x(7)) + w1*slope(r%m, x(2)) + w2*slope(r%h, x(3)) &
      + w3*slope(r%n, x(4))
    xb(2) = xb(2) + 3d0*in*x(5)*square*x(3) - w1*(r%m%opening + r%m%closing)
    xb(3) = xb(3) + in*x(5)*square*x(2) - w2*(r%h%opening + r%h%closing)
    xb(4) = xb(4) + 4d0*out*x(6)*x(4)**3 - w3*(r%n%opening + r%n%closing)
    xb(5) = xb(5) + in*r%open
    xb(6) = xb(6) + out*r%strong
    xb(7) = xb(7) + flow*leak
  end subroutine
end module

subroutine hodgkin_hand_j(x, c, y, jacobian)
  use hodgkin_hand
  implicit none
  real(8), intent(in) :: x(7), c(5)
  real(8), intent(out) :: y(4), jacobian(4, 7)
  type(neuron) :: r
  real(8) :: inverse, sodium, potassium, leak
  jacobian = 0
  r = rest(x)
  inverse = 1d0/c(4)
  sodium = inverse*(x(1) - c(1))
  potassium = inverse*(x(1) - c(2))
  leak = inverse*(x(1) - c(3))
  y(1) = c(5)*inverse - x(5)*r%open*sodium - x(6)*r%strong*potassium - x(7)*leak
  y(2) = rate(r%m, x(2))
  y(3) = rate(r%h, x(3))
  y(4) = rate(r%n, x(4))
  jacobian(1, 1) = -inverse*(x(5)*r%open + x(6)*r%strong + x(7))
  jacobian(1, 2) = -3d0*x(5)*x(2)**2*x(3)*sodium
  jacobian(1, 3) = -x(5)*x(2)**3*sodium
  jacobian(1, 4) = -4d0*x(6)*x(4)**3*potassium
  jacobian(1, 5) = -r%open*sodium
  jacobian(1, 6) = -r%strong*potassium
  jacobian(1, 7) = -leak
  jacobian(2, 1) = slope(r%m, x(2))
  jacobian(2, 2) = -r%m%opening - r%m%closing
  jacobian(3, 1) = slope(r%h, x(3))
  jacobian(3, 3) = -r%h%opening - r%h%closing
  jacobian(4, 1) = slope(r%n, x(4))
  jacobian(4, 4) = -r%n%opening - r%n%closing
end subroutine

subroutine hodgkin_hand_b(x, xb, c, y, yb)
  use hodgkin_hand, only: back
  implicit none
  real(8), intent(in) :: x(7), c(5), y(4), yb(4)
  real(8), intent(inout) :: xb(7)
  call back(x, xb, c, .true., yb, 0d0)
end subroutine

subroutine hodgkin_sum_hand_b(points, x, xb, c, s, sb)
  use hodgkin_hand, only: back
  implicit none
  integer, intent(in) :: points
  real(8), intent(in) :: x(7, points), c(5), s, sb
  real(8), intent(inout) :: xb(7, points)
  real(8) :: none(4)
  integer :: i
  none = 0
  do i = 1, points
    call back(x(:, i), xb(:, i), c, .false., none, sb)
  end do
end subroutine

subroutine hodgkin_steps_hand_b(steps, x, xb, c, s, sb)
  use hodgkin_hand
  implicit none
  integer, intent(in) :: steps
  real(8), intent(in) :: x(7), c(5), s, sb
  real(8), intent(inout) :: xb(7)
  real(8), allocatable :: states(:, :)
  real(8) :: b(7), y(4)
  type(neuron) :: r
  integer :: i
  allocate (states(7, 0:steps))
  states(:, 0) = x
  do i = 1, steps
    associate (old => states(:, i - 1))
      r = rest(old)
      y(1) = (c(5) - old(5)*r%open*(old(1) - c(1)) - old(6)*r%strong*(old(1) - c(2)) - old(7)*(old(1) - c(3)))/c(4)
      y(2) = rate(r%m, old(2))
      y(3) = rate(r%h, old(3))
      y(4) = rate(r%n, old(4))
      states(1:4, i) = old(1:4) + 0.01d0*y
      states(5:7, i) = old(5:7)
    end associate
  end do
  b = 0
  b(1:4) = sb*states(1:4, steps)
  do i = steps, 1, -1
    y = 0.01d0*b(1:4)
    call back(states(:, i - 1), b, c, .true., y, 0d0)
  end do
  xb = xb + b
end subroutine
