! Functions that return arrays and derived types, used inside expressions.
module results
  implicit none
  type :: stats
    real(8) :: mean, spread
  end type
contains
  function unit_vector(n, k) result(e)
    integer, intent(in) :: n, k
    real(8) :: e(n)
    e = 0d0
    e(k) = 1d0
  end function
  function outer(a, b) result(c)
    real(8), intent(in) :: a(:), b(:)
    real(8) :: c(size(a), size(b))
    integer :: j
    do j = 1, size(b)
      c(:, j) = a*b(j)
    end do
  end function
  pure function summary(a) result(s)
    real(8), intent(in) :: a(:)
    type(stats) :: s
    s%mean = sum(a)/size(a)
    s%spread = maxval(a) - minval(a)
  end function
end module
program main
  use results
  implicit none
  real(8) :: m(3, 3), v(3)
  type(stats) :: s
  v = unit_vector(3, 2) + 2*unit_vector(3, 3)
  m = outer(v, v) - 0.5d0*outer(unit_vector(3, 1), v)
  print '(3f8.3)', m
  s = summary([v, 4d0])
  print '(2es24.16)', s
  print '(es24.16)', sum(matmul(m, unit_vector(3, 3))*v)
end program
