! FORALL with a mask and with the left side on the right: all right sides first.
! head: relax(a)>(a)
subroutine relax(n, a)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n, n)
  integer :: i, j
  forall (i = 2:n-1, j = 2:n-1)
     a(i, j) = 0.25d0*(a(i-1, j) + a(i+1, j) + a(i, j-1)*a(i, j+1))
  end forall
  forall (i = 1:n, a(i, i) > 0.2d0) a(i, i) = sqrt(a(i, i))*a(1, i)
end subroutine
