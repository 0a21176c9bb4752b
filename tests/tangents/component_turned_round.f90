! An element of a component of records in reverse order, whose adjoint is copied to an array of its own.
! head: turn(x)>(y)
module turned
  implicit none
  type :: cell
    real(8) :: s, a(4)
  end type
contains
  subroutine turn(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y(4)
    type(cell) :: r(4)
    integer :: i, k
    k = 4
    do i = 1, 4
      r(i)%s = x(i)
      k = min(k, i)
      r(i)%a = x(i)*[1.0d0, 2.0d0, x(1), x(2)]
    end do
    if (x(1) > 0d0) then
      r = r(4:1:-1)
      r(4:k:-1)%a(2) = sin(max(r%s, x(2)))*r%a(2)
    end if
    y = r%a(2)*r%s + r%a(3)
  end subroutine
end module
