! Arguments that are values of variables the callee changes: in parentheses, and in array expressions.
! head: pass(x)>(y)
module values_of_variables
  implicit none
  real(8) :: shared = 0d0
contains
  subroutine change(a, v, s)
    real(8), intent(in) :: a, v(:)
    real(8), intent(inout) :: s(:)
    integer :: i
    shared = 0.4d0*cos(v(2))
    do i = 1, size(s)
      s(i) = 0.5d0*sin(s(i))*cos(a) + 0.3d0*sin(v(i))*shared
      shared = shared + 0.1d0*sin(a)
    end do
  end subroutine

  subroutine pass(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y(4)
    real(8) :: w(4)
    integer :: i
    shared = x(1)
    w = x
    do i = 1, 3
      call change((shared), 0.5d0*sin(w) + x, w)
      call change((w(2)), (w), w)
    end do
    y = w*shared
    call inner((y(1)))
  contains
    subroutine inner(a)
      real(8), intent(in) :: a
      y(1) = y(2)*y(1)
      y(2) = a*y(1)
    end subroutine
  end subroutine
end module
