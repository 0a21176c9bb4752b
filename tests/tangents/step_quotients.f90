! Quotients and shared parts.
! head: quotients(x)>(y)
subroutine quotients(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  integer :: i
  real(8) :: a, b
  do i = 1, n
     a = 1 + x(i)*x(i)
     b = exp(x(i)/a)
     y(i) = (a - b)/(a + b)*b/(1 + b)**2
  end do
end subroutine
