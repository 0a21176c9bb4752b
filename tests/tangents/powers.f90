! Powers of every sort: whole, negative, real, by a variable, and x**0.
! head: powers(x,p)>(y)
subroutine powers(n, k, x, p, y)
  implicit none
  integer, intent(in) :: n, k
  real(8), intent(in) :: x(n), p
  real(8), intent(out) :: y(n)
  integer :: i
  do i = 1, n
     y(i) = x(i)**2 + x(i)**(-3) + x(i)**k + x(i)**(k - k) + x(i)**0.5d0 + x(i)**p + 2**x(i)
     y(i) = y(i)*(x(i) + 1)**(2*p) + (-x(i))**3 + x(i)**0
  end do
end subroutine
