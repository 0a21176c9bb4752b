! Output in the middle is done once, and an internal WRITE feeds a passive flag back.
! head: report(x)>(y)
subroutine report(x, y)
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y
  character(len=20) :: text
  integer :: k
  y = x(1)*x(2)
  write (text, '(i0)') 3
  read (text, *) k
  write (*, '(a, f8.3)') 'halfway: ', y
  y = y**k + sin(x(1))
  print *, 'done', k
end subroutine
