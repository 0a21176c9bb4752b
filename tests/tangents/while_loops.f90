! Loops whose length depends on the data: AGM and a fixed point with EXIT and CYCLE.
! head: agm(x,y)>(m)
subroutine agm(x, y, m)
  implicit none
  real(8), intent(in) :: x, y
  real(8), intent(out) :: m
  real(8) :: a, b, t
  integer :: k
  a = x
  b = y
  do while (abs(a - b) > 1d-14*a)
     t = 0.5d0*(a + b)
     b = sqrt(a*b)
     a = t
  end do
  m = a
  t = 1
  outer: do k = 1, 100
     if (mod(k, 2) == 0) cycle outer
     t = cos(t*x)
     if (k > 30) exit outer
  end do outer
  m = m + t
end subroutine
