! Sines and cosines of the same angles, as arrays and in branches (see angles.c).
! head: turned(x)>(y)
! size: n=5
subroutine turned(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    if (x(i) > 0.4d0) then
      y = rotated(x, i)*y
    else
      call turn(x(i), y(i), y(n))
    end if
  end do
contains
  function rotated(angle, k) result(r)
    real(8), intent(in) :: angle(n)
    integer, intent(in) :: k
    real(8) :: r(n), s(n), c(n)
    s = sin(angle*y(k))
    c = cos(angle*y(k))
    r = s*c + s(k)
    r(k) = r(k)*s(1)*c(n)
  end function rotated
  subroutine turn(angle, a, b)
    real(8), intent(in) :: angle
    real(8), intent(inout) :: a, b
    real(8) :: s, c
    s = sin(angle*a)
    a = a + 0.25d0*s
    c = cos(angle*a)
    b = b*c + s
    a = a*c
  end subroutine turn
end subroutine turned
