! Summaries, made for what varies at each call.
!   pairs by_constant: y,x linear 1
!   pairs by_itself: y,x nonlinear 2
!   pairs chain: y,x nonlinear 4; y,t linear 1; t,x nonlinear 4; y,s nonlinear 3; t,s nonlinear 3; s,x nonlinear 2
!   pairs factorial: factorial,x nonlinear rational
!   pairs through_common: y,/state/c linear 1; y,x linear 1; /state/c,x linear 1
!   pairs partly: a,x linear 1; a,a linear 1
!   pairs of_function: y,x nonlinear 2
!   pairs unknown: y,x nonlinear; y,y nonlinear; x,x nonlinear; x,y nonlinear
subroutine scale(a, x, y)
  real(8), intent(in) :: a, x
  real(8), intent(out) :: y
  y = a*x
end subroutine

subroutine by_constant(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  call scale(2.0d0, x, y)
end subroutine

subroutine by_itself(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  call scale(x, x, y)
end subroutine

subroutine chain(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: s, t
  call scale(x, x, s)
  call scale(s, s, t)
  y = 2*t
end subroutine

recursive function factorial(n, x) result(f)
  integer, intent(in) :: n
  real(8), intent(in) :: x
  real(8) :: f
  if (n <= 0) then
    f = 1
  else
    f = x*factorial(n - 1, x)
  end if
end function

subroutine remember(x)
  real(8), intent(in) :: x
  real(8) :: c
  common /state/ c
  c = 2*x
end subroutine

subroutine through_common(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: c
  common /state/ c
  call remember(x)
  y = c + 1
end subroutine

subroutine partly(n, x, a)
  integer, intent(in) :: n
  real(8), intent(in) :: x
  real(8), intent(inout) :: a(n)
  call scale(3.0d0, x, a(2))
end subroutine

function square(x)
  real(8), intent(in) :: x
  real(8) :: square
  square = x*x
end function

subroutine of_function(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8), external :: square
  y = square(3*x) + x
end subroutine

subroutine unknown(x, y)
  real(8), intent(inout) :: x, y
  external elsewhere
  call elsewhere(x, y)
end subroutine
