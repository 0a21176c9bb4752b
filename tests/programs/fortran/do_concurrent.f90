! DO CONCURRENT with several indices and a mask.
program concurrent
  implicit none
  integer, parameter :: n = 6
  real(8) :: a(n, n), v(n)
  integer :: i, j, k
  a = 0d0
  do concurrent (i = 1:n, j = 1:n, i /= j)
    a(i, j) = 1d0/(i - j)
  end do
  do concurrent (i = 1:n:2)
    v(i) = sum(a(:, i))
  end do
  do concurrent (k = 2:n:2)
    v(k) = a(k, 1)**2
  end do
  print '(6es24.16)', v
  print '(6f8.4)', a
end program
