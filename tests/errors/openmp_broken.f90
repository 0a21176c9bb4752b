subroutine shifted(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  integer :: i
  !$omp parallel do
  do i = 3, n
    y(i) = y(i - 2)*x(i)
  end do
end subroutine
