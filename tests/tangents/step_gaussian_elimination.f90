! Elimination without pivots on a matrix of the independents.
! head: gaussian_elimination(x)>(y)
subroutine gaussian_elimination(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  real(8) :: a(n, n), m
  integer :: i, j
  do j = 1, n
     do i = 1, n
        a(i, j) = x(i)*x(j) + 1d0/(i + j)
     end do
     a(j, j) = a(j, j) + n
  end do
  y = x**2
  do j = 1, n - 1
     do i = j + 1, n
        m = a(i, j)/a(j, j)
        a(i, j:) = a(i, j:) - m*a(j, j:)
        y(i) = y(i) - m*y(j)
     end do
  end do
  do i = n, 1, -1
     y(i) = (y(i) - sum(a(i, i+1:)*y(i+1:)))/a(i, i)
  end do
end subroutine
