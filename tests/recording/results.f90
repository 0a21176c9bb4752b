! The derivatives of square roots, quotients and exponentials are made of their results, which are still there:
! a factorisation in place needs no record. Old values that derivatives need, and results that are overwritten, are kept.
! head: factorise(a,x)>(a,x)
! keeps: 18:x 22:x 25:x
subroutine factorise(n, a, x)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n, n), x(n)
  integer :: i, j
  do j = 1, n
    do i = 1, j - 1
      a(i, j) = (a(i, j) - dot_product(a(1:i - 1, i), a(1:i - 1, j)))/a(i, i)
    end do
    a(j, j) = sqrt(a(j, j) - dot_product(a(1:j - 1, j), a(1:j - 1, j)))
  end do
  x(1) = exp(x(1))
  do i = 2, n
    x(i) = exp(x(i)*x(i - 1))
    a(i, 1) = x(i)*x(i - 1)
  end do
  do i = 2, n
    x(i) = x(i)/x(i - 1)
  end do
  do i = 2, n
    x(i) = x(i)*x(i - 1)*x(1)
  end do
end subroutine
