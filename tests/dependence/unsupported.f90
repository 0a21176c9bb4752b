! Alternate returns are not understood: their procedure and its callers are set aside, the others looked at.
!
! expect i in twice_or_leave: serial
! expect i in calls: serial
! expect i in plain: parallel

subroutine twice_or_leave(n, x, *)
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    x(i) = 2*x(i)
  end do
  if (n > 5) return 1
end subroutine twice_or_leave

subroutine calls(n, x)
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  integer :: i
  call twice_or_leave(n, x, *10)
  do i = 1, n
    x(i) = 3*x(i)
  end do
10 continue
end subroutine calls

subroutine plain(n, x)
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    x(i) = 4*x(i)
  end do
end subroutine plain
