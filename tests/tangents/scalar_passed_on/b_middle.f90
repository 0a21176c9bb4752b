subroutine outer(n, x, work)
  implicit none
  integer, intent(in) :: n
  double precision, intent(in) :: x
  double precision, intent(inout) :: work
  double precision :: y
  external :: middle
  work = 2*x
  call middle(n, x, work, y)
  work = work + y
end subroutine outer

subroutine middle(n, x, work, y)
  implicit none
  integer, intent(in) :: n
  double precision, intent(in) :: x
  double precision, intent(inout) :: work
  double precision, intent(out) :: y
  external :: low
  call low(n, x, work, y)
  y = y + x*work
end subroutine middle
