! A definition through a reference parameter kills what was there: x is overwritten before it is used.
! head: f(x)>(y)
! active dug: f
! active vdg: f x y
! why x: no dependent depends on that
subroutine f(x, y)
  real(8), intent(inout) :: x
  real(8), intent(out) :: y
  call reset(x)
  y = 2*x
end subroutine f

subroutine reset(a)
  real(8), intent(out) :: a
  a = 1
end subroutine reset
