! Elements that are one at run time, or two, in arrays of one and two dimensions, through a table, behind pointers.
! head: pairs(x)>(y)
! head: planes(x)>(y)
! head: targets(x)>(y)
subroutine pairs(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(3)
  integer :: i, j, k, next(3) = [2, 2, 1]
  real(8) :: t
  y = x
  do i = 1, 3
    do j = 1, 3
      t = 0.7d0*y(j)
      y(i) = sin(y(i))*y(j) + t
      k = next(j)
      t = t + y(k)*y(j)
      y(j) = y(j)*t - 0.1d0*y(i)
      k = next(k)
      y(k) = y(i)/(1 + y(j)**2)
      t = y(next(i))
      y(next(i)) = t*y(k)
    end do
  end do
end subroutine

subroutine planes(x, y)
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y(2, 2)
  integer :: i, j
  y = reshape(x, [2, 2])
  do i = 1, 2
    do j = 1, 2
      y(i, j) = y(i, j)*y(j, i) + 0.3d0*y(i, i)
      y(j, i) = cos(y(i, j)) - y(j, j)
      y(i, 1) = y(i, 1) + y(j, i)*y(i, j)
      y(2, j) = 0.5d0*y(2, j)*y(i, 1)
    end do
  end do
end subroutine

subroutine targets(x, y)
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y(4)
  real(8), target :: a, b
  real(8), pointer :: p, q
  integer :: i
  a = x(1)
  b = x(2)
  do i = 1, 4
    p => a
    q => b
    if (mod(i, 2) == 0) p => b
    if (mod(i, 3) == 0) q => a
    p = p*x(i) + 0.3d0*q
    q = cos(p) - q
    a = a*q
    p => q
    p = p*b
    b = b + 0.5d0*q*p
    y(i) = p*a + b
  end do
end subroutine
