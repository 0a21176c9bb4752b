! SAVE variables carry derivatives from call to call: a recursive filter.
! head: smooth(x)>(y)
subroutine smooth(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  integer :: i
  do i = 1, n
     call filter(x(i), y(i), i == 1)
  end do
end subroutine
subroutine filter(input, output, reset)
  implicit none
  real(8), intent(in) :: input
  real(8), intent(out) :: output
  logical, intent(in) :: reset
  real(8), save :: memory = 0
  real(8) :: gain = 0.5d0
  if (reset) then
     memory = 0
     gain = 0.5d0
  end if
  memory = memory + gain*(input**2 - memory)
  gain = gain*0.9d0
  output = memory*input
end subroutine
