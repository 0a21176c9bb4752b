! Steps that carry no derivative: aint, anint, floor, ceiling, nint, int and back.
! head: quantise(x)>(y)
subroutine quantise(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  integer :: i, cell
  real(8) :: t
  do i = 1, n
     cell = int(10*x(i))
     t = 10*x(i) - cell
     y(i) = t**2*(3 - 2*t) + aint(7*x(i))*x(i) + anint(5*x(i))*x(i) &
          + floor(3*x(i))*t + ceiling(3*x(i)) + nint(2*x(i))*x(i)**2 + real(cell, 8)
  end do
end subroutine
