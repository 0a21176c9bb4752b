! Elements that are overwritten several times, whose values on the way are needed or not, by index and by name.
! head: elements(x)>(y)
subroutine elements(n, x, y, out)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y, out(n)
  real(8) :: a(n), c(n, n), e(n)
  integer :: i, j, k, at
  a = x
  e = x
  y = 0d0
  do i = 1, n
    do j = 1, n
      c(i, j) = x(i)*x(j)
      do k = 1, j
        c(i, j) = c(i, j) + x(k)*x(i)
      end do
      if (j > i) c(i, j) = c(i, j)*c(i, j)
      if (j > 1) c(i, j) = c(i, j) + 2d0*x(j - 1)
    end do
  end do
  do i = 1, n
    a(i) = a(i)*a(i)
    y = y + a(i)**2
    a(i) = a(i) + x(1)
    a(i) = sin(x(i))
    a(i) = a(i) + x(2)
  end do
  at = 1
  do i = 1, n
    e(at) = x(i)**2
    at = mod(at*2, n) + 1
    e(at) = e(at) + x(i)
    y = y + e(at)*x(1)
    e(at) = 1d0
  end do
  do i = 2, n
    a(i) = 2d0*x(i)
    a(i - 1) = a(i - 1)*a(i)
    a(i) = x(i)
  end do
  out = 0d0
  do i = 1, n
    out(i) = x(i)
    if (x(i) > 0.5d0) then
      out(i) = out(i)*out(i)
    else
      y = y + out(i)**3
    end if
    out(i) = out(i) + a(i)
  end do
  y = y + sum(a*a) + sum(c*c) + sum(e*x)
end subroutine
