! Powers of zero: x**0 is one wherever x is, and 0*x**(n-1) must not become a NaN.
! head: horner(x)>(y)
! at: {"x": [0.0, 0.0, 1.5, 0.0, -2.0]}
subroutine horner(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  integer :: i, k
  y = 0
  do i = 1, n
     do k = 0, 4
        y(i) = y(i) + x(i)**k/(k + 1)
     end do
  end do
end subroutine
