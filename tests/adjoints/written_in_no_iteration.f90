! A callee's loop that may run no iteration, or that writes a triangle, has not written all that it may write: what
! the caller's loop reads there is from earlier iterations.
! head: carried(x)>(y)
subroutine last_of(n, x, w)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(*)
  real(8), intent(inout) :: w(1)
  integer :: i
  do i = 1, n
    w(1) = sin(x(i))
  end do
end subroutine

subroutine triangle(n, x, w)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(*)
  real(8), intent(inout) :: w(3, 3)
  integer :: i, j
  do i = 1, n
    do j = 1, i
      w(j, i) = x(i)*x(j)
    end do
  end do
end subroutine

subroutine growing(n, x, w)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(*)
  real(8), intent(inout) :: w(4)
  integer :: i, j
  do i = 1, 2
    do j = 1, n*(2 - i)
      w(j) = cos(x(j))
    end do
  end do
end subroutine

subroutine carried(x, y)
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y(4)
  real(8) :: w(1), t(3, 3), g(4)
  integer :: counts(4), k, i, j
  counts = [2, 0, 3, 0]
  w(1) = x(4)
  t = x(1)
  g = x(2)
  do k = 1, 4
    call last_of(counts(k), x, w)
    y(k) = w(1)**2
  end do
  do k = 1, 4
    call triangle(counts(k), x, t)
    do i = 1, 3
      do j = 1, 3
        y(k) = y(k) + x(k)*t(j, i)**2
      end do
    end do
    t(3, 1) = t(3, 1)*x(k)
  end do
  do k = 1, 4
    call growing(counts(k), x, g)
    do i = 1, 3
      y(k) = y(k) + g(i)**2
    end do
    g(3) = g(3)*x(k)
  end do
end subroutine
