! Whole arrays and sections; the right side is evaluated before anything is stored.
program arrays
  implicit none
  integer, parameter :: n = 6
  real(8) :: a(n), b(n), m(n, n), s
  integer :: i, j
  a = [(i/3d0, i = 1, n)]
  b = a**2 - 2*a + 1
  a(2:) = a(:n - 1)
  print '(6es24.16)', a
  a(1:n - 1) = a(2:n) + b(1:n - 1)
  print '(6es24.16)', a
  a = a(n:1:-1)
  m = 0d0
  m(:, 1) = a
  m(2, :) = b
  m(3:5, 3:5) = reshape([(real(i, 8), i = 1, 9)], [3, 3])
  m(1::2, ::3) = -m(1::2, ::3)
  do j = 1, n
    print '(6f9.4)', m(:, j)
  end do
  b = max(a, 0.5d0)*merge(1d0, -1d0, a > b)
  s = sum(sqrt(abs(b)))/maxval(b)
  print '(es24.16)', s
  a = s
  b(:) = a(1)*m(1, 1) + m(:, 3)
  print '(6es24.16)', b
end program
