subroutine top(x, y)
  real(8) :: x(6), y(6)
  integer :: i
  do i = 1, 6
    y(i) = x(i)**2
  end do
  call mid(3, y)
end subroutine top

subroutine mid(n, c)
  integer :: n
  complex(8) :: c(n)
  call low(n, c, c)
end subroutine mid

subroutine low(n, a, b)
  integer :: n, i
  real(8) :: a(2, n), b(2, n)
  do i = 1, n
    b(1, i) = a(1, i)*a(2, i)
  end do
end subroutine low
