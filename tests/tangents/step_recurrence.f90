! Two coupled recurrences carried by saved scalars.
! head: recurrence(x)>(y)
subroutine recurrence(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  real(8) :: p, q, t
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
