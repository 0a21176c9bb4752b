! A symmetric positive definite system; see cholesky.c. Here column by column, the upper triangle.
module cholesky_parts
  implicit none
contains
  subroutine factorise(n, a)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n, n)
    integer :: i, j
    do j = 1, n
      do i = 1, j - 1
        a(i, j) = (a(i, j) - dot_product(a(1:i - 1, i), a(1:i - 1, j)))/a(i, i)
      end do
      a(j, j) = sqrt(a(j, j) - dot_product(a(1:j - 1, j), a(1:j - 1, j)))
    end do
  end subroutine

  subroutine solve(n, u, b)
    integer, intent(in) :: n
    real(8), intent(in) :: u(n, n)
    real(8), intent(inout) :: b(n)
    integer :: i
    do i = 1, n
      b(i) = (b(i) - dot_product(u(1:i - 1, i), b(1:i - 1)))/u(i, i)
    end do
    do i = n, 1, -1
      b(i) = b(i)/u(i, i)
      b(1:i - 1) = b(1:i - 1) - u(1:i - 1, i)*b(i)
    end do
  end subroutine

  subroutine system(n, a, b, y)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n, n), b(n)
    real(8), intent(out) :: y(n + 1)
    real(8), allocatable :: u(:, :)
    integer :: i
    allocate (u(n, n))
    u = a
    y(1:n) = b
    call factorise(n, u)
    call solve(n, u, y)
    y(n + 1) = 0d0
    do i = 1, n
      y(n + 1) = y(n + 1) + 2d0*log(u(i, i))
    end do
  end subroutine
end module

subroutine cholesky(size, index, data, x, y)
  use cholesky_parts
  implicit none
  integer, intent(in) :: size(*), index(*)
  real(8), intent(in) :: data(*), x(*)
  real(8), intent(out) :: y(*)
  call system(size(1), x, x(size(1)**2 + 1), y)
end subroutine
