! Functions that change their arguments, several deep in one expression, and in subscripts.
! head: tangled(x)>(y)
module tangle
  implicit none
  integer :: calls = 0
contains
  real(8) function bump(v)
    real(8), intent(inout) :: v
    calls = calls + 1
    v = v*1.5d0
    bump = v + 1
  end function
  integer function place(k)
    integer, intent(inout) :: k
    k = k + 1
    place = k
  end function
  real(8) function twice(v) result(t)
    real(8), intent(in) :: v
    t = 2*v
  end function
  subroutine tangled(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    real(8) :: a, b
    integer :: k
    a = x(1)
    b = x(2)
    k = 0
    y = bump(a)*twice(bump(b)) + x(place(k))
    y = y + x(place(k))*a + b
    if (bump(a) > 0 .and. twice(y) > -1000) y = y*a
    do while (bump(b) < 40)
       y = y + b
    end do
  end subroutine
end module
