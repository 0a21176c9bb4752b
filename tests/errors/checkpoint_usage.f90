subroutine powers(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  integer :: t
  y = x
  do t = 1, n
    y = y*x
  end do
end subroutine powers
