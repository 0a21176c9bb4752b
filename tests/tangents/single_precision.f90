! real(4) variables with real(8) sums: the kinds of the derivatives are those of the variables.
! head: mixed(x)>(total)
! complex step: it computes in single precision
subroutine mixed(n, x, total)
  implicit none
  integer, intent(in) :: n
  real(4), intent(in) :: x(n)
  real(8), intent(out) :: total
  real(8) :: sum8
  real(4) :: term
  integer :: i
  sum8 = 0
  do i = 1, n
     term = sin(x(i))*2.5 + x(i)**2
     sum8 = sum8 + dble(term)*dble(x(i)) + dprod(x(i), term)
  end do
  total = sum8
end subroutine
