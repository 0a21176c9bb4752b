! Directives in the source say what to differentiate.
! head: logistic
subroutine logistic(n, r, x0, x)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: r, x0
  real(8), intent(out) :: x
  integer :: i
!$costate independent(r, x0)
!$costate dependent(x)
  x = x0
  do i = 1, n
     x = r*x*(1 - x)
  end do
end subroutine
