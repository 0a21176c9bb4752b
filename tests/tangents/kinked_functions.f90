! Functions with kinks, away from them: abs, sign, mod, modulo, dim, min, max, merge.
! head: limiter(x)>(y)
! at: {"x": [1.7, -2.3, 0.4, -0.6, 2.9]}
subroutine limiter(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  integer :: i
  do i = 1, n
     y(i) = abs(x(i)**2 - 1) + sign(x(i)**2, x(i) - 0.1d0) + mod(3*x(i), 0.7d0) + modulo(x(i), 2d0 + x(i)**2)
     y(i) = y(i)*max(x(i), 0.3d0, x(i)**3) + min(1d0, x(i), 2 - x(i), x(i)**2) + dim(x(i), 0.5d0)
     y(i) = merge(y(i), y(i)**2, x(i) > 1)
  end do
end subroutine
