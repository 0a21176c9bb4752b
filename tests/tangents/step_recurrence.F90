! Two coupled recurrences carried by saved scalars.
! head: recurrence(x)>(y)
! complex-step
#ifndef SCALAR
#define SCALAR real(8)
#endif
subroutine recurrence(n, x, y)
  implicit none
  integer, intent(in) :: n
  SCALAR, intent(in) :: x(n)
  SCALAR, intent(out) :: y(n)
  SCALAR :: p, q, t
  integer :: i
  p = x(1)
  q = x(n)
  do i = 1, n
     t = p*q + x(i)
     q = p/(1 + q**2)
     p = t
     y(i) = log(1 + p**2)*q
  end do
end subroutine
