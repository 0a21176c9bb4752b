subroutine grows(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8), allocatable :: u(:)
  integer :: t
  allocate(u(1))
  u = x
  !$costate checkpoint(3)
  do t = 1, n
    u = [u, u(1)*x]
  end do
  y = sum(u)
end subroutine grows
