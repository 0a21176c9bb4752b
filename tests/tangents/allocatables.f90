! Allocatables: allocate, source=, mold=, reallocation on assignment, move_alloc, automatic release.
! head: resize(x)>(y)
subroutine resize(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8), allocatable :: a(:), b(:), c(:, :), s
  integer :: i
  allocate(a(0:n-1))
  do i = 0, n - 1
     a(i) = x(i + 1)**2
  end do
  allocate(b, source=a)
  allocate(c(2, n))
  c(1, :) = a
  c(2, :) = 3
  a = [a, x]
  b = b(1:2)*sum(c)
  call move_alloc(a, b)
  allocate(a, mold=b)
  a = 1
  allocate(s)
  s = x(1)*x(2)
  y = sum(b)*s + size(b) + dot_product(a, b)
  deallocate(a, s)
end subroutine
