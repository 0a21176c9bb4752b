! Loops that the source says are independent: one that is, by index lists; one that is not, which is not
! believed.
! head: promises(x)>(y,z)
subroutine promises(n, x, y, z)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n), z(n)
  integer :: i, index(n)
  do i = 1, n
    index(i) = n + 1 - i
  end do
  y = x
  !$AD II-LOOP
  do i = 1, n
    y(index(i)) = y(index(i))*x(i)*sin(y(index(i)))
  end do
  z = 1
  !$AD II-LOOP
  do i = 2, n
    z(i) = z(i - 1)*x(i)*y(i)
  end do
  do concurrent (i = 1:n)
    z(index(i)) = z(index(i))**2*x(i)
  end do
end subroutine
