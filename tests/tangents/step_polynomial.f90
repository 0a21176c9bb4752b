! Powers: whole, negative, real and of two variables.
! head: polynomial(x)>(y)
subroutine polynomial(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  integer :: i
  y(1) = x(1)**3 - 2*x(1)**(-2) + x(2)**x(3)
  do i = 2, n
     y(i) = x(i)**i + x(i)**0.75d0 + x(i - 1)**(1.5d0*x(i)) + x(i)**(i - i)
  end do
end subroutine
