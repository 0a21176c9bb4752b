! One number in all elements of an array: where its derivative is asked for as an array it is one.
! head: spreads(s)>(y)
! size: n=3
subroutine total(n, a, f)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(out) :: f
  f = sum(a*a)
end subroutine
subroutine spreads(n, s, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: s
  real(8), intent(out) :: y(9)
  real(8) :: w(n), m(2, n), f
  real(8), allocatable :: a(:)
  integer :: i
  w = [(0.3d0*i, i = 1, n)]
  m = spread(w, 1, 2)
  y(1) = sum(s + w)
  y(2) = dot_product(s + w, w)
  a = [s + w, s*s, w]
  y(3) = a(n + 1) + a(n)*s + a(n + 2)*s
  y(4) = sum(cshift(s - w, 1)*w)
  a = s + w
  y(5) = size(a)*a(2)
  y(6) = sum(matmul(s - m, s + w)) + norm2(s + w)
  y(7) = sum(spread(s + w, 2, 3)) + sum(s + m) + sum(merge(s, w, w > 0.5d0))
  call total(n, s + w, f)
  y(8) = f
  y(9) = sum(sin(s + m), mask=m < 0.8d0) + sum(reshape(s + m, [n, 2]))
end subroutine
