! Pointers to whole variables, sections and components; pointer as an alias of what is written.
! head: alias(x)>(y)
subroutine alias(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in), target :: x(n)
  real(8), intent(out) :: y
  real(8), target :: work(n), scalar
  real(8), pointer :: p(:), q, even(:)
  integer :: i
  work = x
  p => work
  q => scalar
  scalar = 2
  even => work(2:n:2)
  even = even*p(1)
  q = q + p(2)
  p(1) = scalar**2
  do i = 1, n
     if (i == 3) p => work(n:1:-1)
     q => work(i)
     q = q*p(1) + x(i)
  end do
  y = sum(work) + scalar
end subroutine
