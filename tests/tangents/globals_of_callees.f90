! Module variables that the head's callees mention and the head itself does not.
! head: forward(controls)>(state)
module model_state
  implicit none
  integer, parameter :: n = 3
  real(8) :: controls(2*n), state(n)
end module

subroutine start()
  use model_state
  implicit none
  state = controls(:n)*controls(n+1:)
end subroutine

subroutine forward()
  implicit none
  external :: start, advance
  integer :: i
  call start()
  do i = 1, 4
    call advance()
  end do
end subroutine

subroutine advance()
  use model_state
  implicit none
  state = state + 0.1d0*sin(state)
end subroutine
