! A local record with an allocatable component in a called procedure: its memory is there in the backward sweep
! even where no value in it is needed.
! head: model(x)>(y)
! flags: --no-activity
module boxes
  implicit none
  type :: box
    real(8), allocatable :: h(:)
  end type
contains
  subroutine fill(a, k)
    real(8), intent(inout) :: a(:)
    integer, intent(in) :: k
    type(box) :: b
    allocate(b%h(4))
    b%h = a(k) + [0.3d0, -0.2d0, 0.1d0, 0.5d0]
  end subroutine
  subroutine model(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y(4)
    real(8) :: w(4)
    integer :: i
    w = 2*x
    do i = 4, 2, -2
      call fill(w(4:1:-1), i)
    end do
    y = sin(w)
  end subroutine
end module
