! Arrays of size zero in reductions, sections and loops.
! head: nothing(x)>(y)
! complex step: it calls 'maxval', which is not known for complex numbers
subroutine nothing(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8), allocatable :: e(:)
  integer :: i
  e = x(3:2)
  y = x(1)**2 + sum(e) + product(e) + norm2(e)
  if (size(e) > 0) y = y + maxval(e)
  e = [e, x(1), x(2)*x(3)]
  e(2:1) = x(2:1)
  do i = 1, size(e)
     y = y + e(i)*i
  end do
  e = pack(x, x > 100)
  y = y + sum(e) + min(maxval(e), y)*0
end subroutine
