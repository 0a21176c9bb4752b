! BLOCK and ASSOCIATE with names of their own.
! head: scoped(x)>(y)
subroutine scoped(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  integer :: i
  y = 0
  do i = 1, n
     block
       real(8) :: t, x2
       t = x(i)
       x2 = t*t
       y = y + x2*exp(-t)
     end block
  end do
  associate (first => x(1), s => sum(x))
    y = y*first + s**2
  end associate
end subroutine
