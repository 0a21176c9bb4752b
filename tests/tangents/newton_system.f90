! Newton's method for two equations, the Jacobian solved by Cramer's rule.
! head: equilibrium(k)>(c)
subroutine equilibrium(k, c)
  implicit none
  real(8), intent(in) :: k(2)
  real(8), intent(out) :: c(2)
  real(8) :: f(2), j(2, 2), det, dx(2)
  integer :: iteration
  c = 0.5d0
  do iteration = 1, 30
     f(1) = c(1)**2 + k(1)*c(2) - 1
     f(2) = c(1)*c(2) + k(2)*c(2)**2 - 0.5d0
     j(1, :) = [2*c(1), k(1)]
     j(2, :) = [c(2), c(1) + 2*k(2)*c(2)]
     det = j(1, 1)*j(2, 2) - j(1, 2)*j(2, 1)
     dx = [f(1)*j(2, 2) - f(2)*j(1, 2), j(1, 1)*f(2) - j(2, 1)*f(1)]/det
     c = c - dx
     if (norm2(dx) < 1d-12) return
  end do
end subroutine
