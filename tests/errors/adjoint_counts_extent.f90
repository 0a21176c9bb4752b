subroutine run(x, y)
  implicit none
  real(8), intent(inout) :: x(24)
  real(8), intent(inout) :: y
  integer :: n, t
  do t = 1, 3
    n = 4
    call rows(n, x, y)
    x(1) = x(1)*y
  end do
end subroutine run

subroutine rows(n, x, y)
  implicit none
  integer, intent(inout) :: n
  real(8), intent(inout) :: x(n, *), y
  do n = 1, 2
    y = 0.5d0*y + x(n, 1)*x(1, 2)
  end do
end subroutine rows
