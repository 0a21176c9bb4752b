! ENTRY: several doors into one procedure, with variables in common.
! head: both_doors(x)>(y)
subroutine both_doors(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: a, b
  call front(x, a)
  call back(a, x, b)
  y = a*b
end subroutine
subroutine front(u, r)
  implicit none
  real(8) :: u, v, r, t
  t = 2
  r = u**2*t
  return
entry back(v, u, r)
  t = 3
  r = sin(v)*u*t
end subroutine
