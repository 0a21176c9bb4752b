subroutine recurrence(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  integer :: i
  !$AD II-LOOP
  do i = 3, n
    y(i) = y(i - 2)*x(i)
  end do
end subroutine
