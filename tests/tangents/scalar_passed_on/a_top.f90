! Scalars that are passed on as arrays, by procedures that were compiled apart: the memory is that of who called them.
! head: top(x)>(y)
! complex step: over complex numbers it does not compile:
! at: {"n": 4}
subroutine top(n, x, y)
  implicit none
  integer, intent(in) :: n
  double precision, intent(inout) :: x(n)
  double precision, intent(out) :: y
  double precision :: work(20), single
  external :: middle, outer
  call middle(n, x(1), work(3), y)
  single = y
  call middle(1, x(2), single, y)
  call outer(n, x(1), work(1))
  y = y*work(2) + single
end subroutine top
