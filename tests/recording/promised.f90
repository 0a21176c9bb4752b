! A loop over index lists that is only known to be independent because the source says so.
! head: scatter(x)>(y)
! keeps: nothing
! lacks: push|_kept
subroutine scatter(n, index, x, y)
  implicit none
  integer, intent(in) :: n, index(n)
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  integer :: i
  !$AD II-LOOP
  do i = 1, n
    y(index(i)) = y(index(i))*x(i)*sin(y(index(i)))
  end do
end subroutine
