! Arrays that are allocated by a statement whose value nothing needs; temporaries in an implied DO and in a choice.
! head: places(x)>(y)
subroutine places(x, y)
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y(4)
  real(8), allocatable :: work(:)
  real(8) :: w(4)
  integer :: i
  w = x
  do i = 1, 3
    if (allocated(work)) deallocate (work)
    work = 0.3d0*spread(x(1), 1, 4)
    work = work*x
    work = atan(x(2)*i)
    w = w + work*x
    deallocate (work)
  end do
  y = [(0.2d0*sum((0.7d0*w(3:1:-1) + x(3:1:-1))*x(3:1:-1)), i=1, 4)]
  y(1) = y(1) + merge(sum((x(3:1:-1)*w(1:3))*x(1:3)), sum(sin(x(2:4)*w(1:3))), x(1) > 0d0)
end subroutine
