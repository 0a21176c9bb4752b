! Exponentials and the like in a loop that both sweeps would compute: the forward sweep keeps their values. An array that is
! assigned from itself, element by element, has no copy of its adjoint made; numbers in it get theirs at once.
! head: walk(x)>(y)
! lacks: (?s)exp\(.*exp\(
! lacks: (?s)tanh\(.*tanh\(
! lacks: allocate\(temp
subroutine walk(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: price, slope
  real(8), allocatable :: d(:)
  integer :: t
  allocate (d(n))
  d = x
  price = x(1)
  y = 0d0
  do t = 1, n
    price = price*exp(0.1d0*x(t)*price)
    slope = tanh(price*x(t))
    y = y + price*slope**2
    d(:) = x + (price/slope)*d(:)
  end do
  y = y + sum(d*d)
end subroutine
