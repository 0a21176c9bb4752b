! The neuron of Hodgkin and Huxley, its conductances unknown; see hodgkin.c.
subroutine hodgkin(x, c, y)
  implicit none
  real(8), intent(in) :: x(7), c(5)
  real(8), intent(out) :: y(4)
  real(8) :: v, m, h, n, sodium, potassium, leak, opening, closing, shifted

  v = x(1)
  m = x(2)
  h = x(3)
  n = x(4)
  sodium = x(5)*m**3*h*(v - c(1))
  potassium = x(6)*n**4*(v - c(2))
  leak = x(7)*(v - c(3))
  y(1) = (c(5) - sodium - potassium - leak)/c(4)
  shifted = v + 40d0
  opening = 0.1d0*shifted/(1d0 - exp(-0.1d0*shifted))
  closing = 4d0*exp(-(v + 65d0)/18d0)
  y(2) = opening*(1d0 - m) - closing*m
  opening = 0.07d0*exp(-(v + 65d0)/20d0)
  closing = 1d0/(1d0 + exp(-0.1d0*(v + 35d0)))
  y(3) = opening*(1d0 - h) - closing*h
  shifted = v + 55d0
  opening = 0.01d0*shifted/(1d0 - exp(-0.1d0*shifted))
  closing = 0.125d0*exp(-(v + 65d0)/80d0)
  y(4) = opening*(1d0 - n) - closing*n
end subroutine

subroutine hodgkin_sum(points, x, c, s)
  implicit none
  integer, intent(in) :: points
  real(8), intent(in) :: x(7, points), c(5)
  real(8), intent(out) :: s
  real(8) :: y(4)
  integer :: i

  s = 0
  do i = 1, points
    call hodgkin(x(:, i), c, y)
    s = s + 0.5d0*sum(y**2)
  end do
end subroutine

! Half the square of the state after that many steps of Euler's method.
subroutine hodgkin_steps(steps, x, c, s)
  implicit none
  integer, intent(in) :: steps
  real(8), intent(in) :: x(7), c(5)
  real(8), intent(out) :: s
  real(8) :: state(7), y(4)
  integer :: i

  state = x
  do i = 1, steps
    call hodgkin(state, c, y)
    state(1:4) = state(1:4) + 0.01d0*y
  end do
  s = 0.5d0*sum(state(1:4)**2)
end subroutine
