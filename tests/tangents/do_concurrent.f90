! DO CONCURRENT with a mask and a local scalar.
! head: springs(x)>(force)
subroutine springs(n, x, force)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: force(n)
  integer :: i
  real(8) :: stretch
  force(1) = x(1)**2
  force(n) = -x(n)
  do concurrent (i = 2:n-1)
     stretch = x(i+1) - 2*x(i) + x(i-1)
     force(i) = stretch*(1 + stretch**2)
  end do
  do concurrent (i = 1:n, x(i) > 0.7d0)
     force(i) = force(i)*exp(-x(i))
  end do
end subroutine
