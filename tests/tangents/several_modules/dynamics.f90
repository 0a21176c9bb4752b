! head: throw(angle,speed)>(reach)
module dynamics
  use constants, only: dp, g => gravity, drag
  implicit none
contains
  subroutine throw(angle, speed, reach)
    real(dp), intent(in) :: angle, speed
    real(dp), intent(out) :: reach
    real(dp) :: s(4), ds(4)
    integer :: i
    drag = 0.01_dp*speed
    s = [0._dp, 0._dp, speed*cos(angle), speed*sin(angle)]
    do i = 1, 20
       call slopes(s, ds)
       s = s + 0.01_dp*ds
    end do
    reach = s(1) + s(2)*g
  end subroutine
end module
