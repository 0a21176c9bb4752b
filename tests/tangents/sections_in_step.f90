! Sections of one array on both sides: of other columns, proven so or not, of the very same column after all, shifted, with
! other ranges or strides, and through a pointer.
! head: sections(x)>(y)
subroutine sections(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  real(8) :: a(n, n), factor
  real(8), target :: c(n, n)
  real(8), pointer :: p(:, :)
  integer :: i, k, at
  do i = 1, n
    a(:, i) = x*(1d0 + 0.1d0*i)
    c(:, i) = 0.3d0*x
  end do
  p => c
  do k = 1, n
    do i = k + 1, n ! apart
      factor = a(k, i)/(2d0 + a(k, k))
      a(k + 1:n, i) = a(k + 1:n, i) - factor*a(k + 1:n, k)
      a(1:k, i) = sin(a(1:k, k))
    end do
    at = mod(3*k, n) + 1
    do i = 1, n ! once the same column
      a(:, i) = a(:, i) + 0.1d0*x(k)*a(:, at)
      a(2:n, i) = 0.5d0*a(2:n, at)*x(i) + 0.2d0*a(2:n, at)
      c(2:n, i) = c(2:n, i) + 0.1d0*p(2:n, at)*x(i)
    end do
    do i = 2, n ! shifted
      a(2:n, i) = a(2:n, i) - 0.2d0*a(1:n - 1, i)*a(2:n, i - 1)
      a(1:n - 1, i) = a(2:n, i)*x(k)
      a(n:2:-1, i) = a(n:2:-1, i) + 0.1d0*a(2:n, at)
      a(i, :) = a(i, :) + 0.1d0*a(i - 1, :)*a(:, i)
      a(i, 1:i) = a(1, 1:i)*a(i, i)
      c(2:n, i) = c(2:n, i) - 0.1d0*p(1:n - 1, i)*x(i)
    end do
  end do
  y = sum(a, 2) + sum(c*c, 1)
end subroutine
