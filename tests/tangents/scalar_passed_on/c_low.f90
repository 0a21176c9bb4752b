subroutine low(n, x, work, y)
  implicit none
  integer, intent(in) :: n
  double precision, intent(in) :: x(n)
  double precision, intent(inout) :: work(n)
  double precision, intent(out) :: y
  integer :: i
  do i = 1, n
    work(i) = x(i)**2 + 0.5d0*x(1)
  end do
  y = 0
  do i = 1, n
    y = y + work(i)*work(n+1-i)
  end do
end subroutine low
