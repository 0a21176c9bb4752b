! Elements that a loop writes after it has read others of the same array: what was in them before, nobody needs.
! Where a later iteration writes what an earlier one has read, it is kept.
! head: march(x)>(y)
! keeps: 31:z 37:w 42:a
subroutine march(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  real(8) :: s(0:n), u(0:n, 0:n), z(0:n + 1), w(n), a(n), v(-1:n)
  integer :: i, t
  s(0) = x(1)
  do i = 1, n
    s(i) = s(i - 1)*sqrt(s(i - 1)) + x(i)
  end do
  u = 0.5d0
  u(:, 0) = s
  do t = 1, n
    do i = 1, n
      u(i, t) = u(i, t - 1)*u(i - 1, t - 1) + u(i - 1, t)
    end do
  end do
  v(-1) = x(1)
  v(0) = x(2)
  do i = 2, n, 2
    v(i) = v(i - 2)*v(i - 2) + x(i)
    v(i - 1) = v(i)*v(i - 2)
  end do
  z = x(2)
  do i = 1, n
    z(i) = z(i + 1)*z(i - 1) + x(i)
  end do
  w = x
  do t = 1, 2
    do i = 2, n
      a(i) = w(i)*w(i - 1)
      w(i) = w(i) + 0.1d0*sin(w(i - 1))
    end do
  end do
  a(1) = x(1)
  do i = 2, n
    a(i) = sqrt(a(i - 1))*a(i)
  end do
  do i = 1, n
    y(i) = s(i) + u(i, n) + z(i)*w(i) + a(i)*v(i)
  end do
end subroutine
