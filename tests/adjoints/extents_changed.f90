! Numbers that only the declarations of dummy arrays and automatic arrays need: the caller changes them between
! calls, in a loop, or by a call; the callee changes them itself.
! head: rows(x)>(y)
! head: columns(x)>(y)
! head: turns(x)>(y)
! head: shrinking(x)>(y,x)
module extents
  implicit none
  integer :: leading = 2
contains
  subroutine wider()
    leading = leading + 1
  end subroutine wider
end module extents

subroutine rows(x, y)
  implicit none
  real(8), intent(inout) :: x(24)
  real(8), intent(out) :: y
  integer :: n
  y = 1
  n = 3
  call along(n, x, y)
  n = 4
  call along(n, x, y)
  n = 2
  y = y*y
end subroutine rows

subroutine along(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n, *), y
  integer :: j
  do j = 1, 4
    y = y + sin(x(1, j))*y
    x(1, j) = x(1, j)*x(2, j)
  end do
end subroutine along

subroutine columns(x, y)
  use extents
  implicit none
  real(8), intent(inout) :: x(24)
  real(8), intent(inout) :: y
  integer :: t
  leading = 2
  do t = 1, 3
    call inside(x, y)
    call wider()
  end do
  leading = 2
end subroutine columns

subroutine inside(x, y)
  use extents
  implicit none
  real(8), intent(inout) :: x(leading, *), y
  real(8) :: kept(leading)
  integer :: j
  do j = 1, 4
    kept(1) = x(1, j)**2
    kept(2) = cos(y)*kept(1)
    y = y + kept(1)*kept(2)
    x(2, j) = x(2, j)*y
  end do
end subroutine inside

subroutine turns(x, y)
  implicit none
  real(8), intent(inout) :: x(24)
  real(8), intent(inout) :: y
  integer :: n
  n = 2
  do while (n < 5)
    call along(n, x, y)
    n = n + 1
  end do
end subroutine turns

subroutine shrinking(x, y)
  implicit none
  real(8), intent(inout) :: x(24)
  real(8), intent(inout) :: y
  integer :: n, t
  n = 5
  do t = 1, 3
    call smaller(n, x, y)
    x(1) = x(1)*y
  end do
end subroutine shrinking

subroutine smaller(n, x, y)
  implicit none
  integer, intent(inout) :: n
  real(8), intent(inout) :: x(n, *), y
  real(8) :: work(n, 4)
  integer :: j
  n = n - 1
  do j = 1, 4
    work(2, j) = exp(0.1d0*x(2, j))
    y = 0.5d0*y + work(2, j)*x(1, j)
    x(2, j) = x(2, j)*work(2, j)
  end do
end subroutine smaller
