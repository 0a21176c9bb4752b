! A polynomial with coefficients that vary, by Horner's rule, and its continued fraction.
! head: horner(x)>(y)
subroutine horner(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  integer :: i, k
  do i = 1, n
     y(i) = 0
     do k = n, 1, -1
        y(i) = y(i)*x(i) + x(k)
     end do
     do k = 1, n
        y(i) = x(k) + 1/(2 + y(i))
     end do
  end do
end subroutine
