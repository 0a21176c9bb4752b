! Array syntax with sections, strides, negative strides and vector subscripts.
! head: mix(a)>(b)
! size: n=7
subroutine mix(n, a, b)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(out) :: b(n)
  integer :: order(n), i
  order = [(modulo(3*i, n) + 1, i = 1, n)]
  b = a(n:1:-1)*a
  b(2:n-1) = b(3:n) + sin(a(1:n-2))*b(1:n-2)
  b(1:n:2) = b(1:n:2)**2
  b(order) = b*a(order)
  b(3:2) = a(3:2)
end subroutine
