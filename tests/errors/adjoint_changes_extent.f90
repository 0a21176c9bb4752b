subroutine shrinking(x, y)
  implicit none
  real(8), intent(inout) :: x(24)
  real(8), intent(inout) :: y
  integer :: n, t
  n = 5
  do t = 1, 3
    call smaller(n, x, y)
    x(1) = x(1)*y
  end do
end subroutine shrinking

subroutine smaller(n, x, y)
  implicit none
  integer, intent(inout) :: n
  real(8), intent(inout) :: x(n, *), y
  n = n - 1
  y = 0.5d0*y + x(2, 1)*x(1, 2)
end subroutine smaller
