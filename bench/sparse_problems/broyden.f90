! Broyden tridiagonal system.
subroutine broyden(n, x, f)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: f(n)
  integer :: i

  do i = 1, n
    f(i) = (3 - 2*x(i))*x(i) + 1
    if (i > 1) f(i) = f(i) - x(i-1)
    if (i < n) f(i) = f(i) - 2*x(i+1)
  end do
end subroutine broyden
