! What a library does not write, and what does not depend on the active argument, stays passive.
! head: f(x)>(y)
! active dug: f x y z
! active vdg: f x y z
subroutine f(n, x, a, w, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: a(n), w(n)
  real(8), intent(out) :: y
  real(8), external :: ddot
  real(8) :: z(n), s
  z = 0
  call daxpy(n, 2d0, x, 1, z, 1)
  call dcopy(n, a, 1, w, 1)
  s = ddot(n, a, 1, w, 1)
  y = s + ddot(n, a, 1, z, 1)
end subroutine
