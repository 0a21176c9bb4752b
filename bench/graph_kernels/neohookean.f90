! Compressible neo-Hookean material; see neohookean.c.
subroutine neohookean(x, c, y)
  implicit none
  real(8), intent(in) :: x(9), c(2)
  real(8), intent(out) :: y(9)
  real(8) :: mu, lambda, k00, k01, k02, k10, k11, k12, k20, k21, k22, volume, factor

  mu = c(1)
  lambda = c(2)
  k00 = x(5)*x(9) - x(6)*x(8)
  k01 = x(6)*x(7) - x(4)*x(9)
  k02 = x(4)*x(8) - x(5)*x(7)
  k10 = x(3)*x(8) - x(2)*x(9)
  k11 = x(1)*x(9) - x(3)*x(7)
  k12 = x(2)*x(7) - x(1)*x(8)
  k20 = x(2)*x(6) - x(3)*x(5)
  k21 = x(3)*x(4) - x(1)*x(6)
  k22 = x(1)*x(5) - x(2)*x(4)
  volume = x(1)*k00 + x(2)*k01 + x(3)*k02
  factor = (lambda*log(volume) - mu)/volume
  y(1) = mu*x(1) + factor*k00
  y(2) = mu*x(2) + factor*k01
  y(3) = mu*x(3) + factor*k02
  y(4) = mu*x(4) + factor*k10
  y(5) = mu*x(5) + factor*k11
  y(6) = mu*x(6) + factor*k12
  y(7) = mu*x(7) + factor*k20
  y(8) = mu*x(8) + factor*k21
  y(9) = mu*x(9) + factor*k22
end subroutine

subroutine neohookean_sum(points, x, c, s)
  implicit none
  integer, intent(in) :: points
  real(8), intent(in) :: x(9, points), c(2)
  real(8), intent(out) :: s
  real(8) :: y(9)
  integer :: i

  s = 0
  do i = 1, points
    call neohookean(x(:, i), c, y)
    s = s + 0.5d0*sum(y**2)
  end do
end subroutine
