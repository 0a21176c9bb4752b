! A polynomial with coefficients that vary, by Horner's rule, and its continued fraction.
! head: horner(x)>(y)
! complex-step
#ifndef SCALAR
#define SCALAR real(8)
#endif
subroutine horner(n, x, y)
  implicit none
  integer, intent(in) :: n
  SCALAR, intent(in) :: x(n)
  SCALAR, intent(out) :: y(n)
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
