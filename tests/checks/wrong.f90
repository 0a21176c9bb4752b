! The derivative of `pulse` by hand is wrong.
subroutine model(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8), external :: pulse
  real(8) :: z
  integer :: i
  y = 0.0d0
  do i = 1, n
    z = sin(x(i))
    z = z + pulse(x(i))
    y = y + z**2
  end do
end subroutine model
