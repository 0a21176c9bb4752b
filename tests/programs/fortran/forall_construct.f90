! FORALL: several indices, a mask, two statements, overlap between sides.
program foralls
  implicit none
  integer, parameter :: n = 5
  real(8) :: a(n, n), d(n)
  integer :: i, j
  forall (i = 1:n, j = 1:n) a(i, j) = 1d0/(i + j - 1)
  forall (i = 2:n) d(i) = a(i, i - 1)
  d(1) = 0.5d0
  forall (i = 1:n, j = 1:n, i > j)
    a(i, j) = a(j, i)*10
  end forall
  forall (i = 2:n) d(i) = d(i - 1) + d(i)
  forall (i = 1:n - 1)
    a(i, i) = d(i + 1)
    d(i) = a(i + 1, i + 1)
  end forall
  do i = 1, n
    print '(6f10.6)', a(i, :), d(i)
  end do
end program
