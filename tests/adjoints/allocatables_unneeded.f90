! An allocatable of a called procedure that its backward sweep does not need.
! head: outer(x)>(y)
subroutine scale(n, a)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  real(8), allocatable :: list(:)
  real(8) :: w(3)
  integer :: i
  w = 0.3d0
  list = [w(1), 0.2d0, w(2)]
  do i = 1, 3
    list = 0.5d0*sin(list)
    w(1) = w(1)*0.5d0
  end do
  do i = 1, n
    a(i) = sin(a(i))*0.9d0 + 0.1d0*w(1)
  end do
end subroutine
subroutine outer(x, y)
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y(4)
  y = x*x
  call scale(3, y(2))
end subroutine
