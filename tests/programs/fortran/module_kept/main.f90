program main
  use parts
  implicit none
  type(part) :: p(4)
  integer :: i
  real(8) :: mean
  do i = 1, 4
    p(i) = make(i)
  end do
  call average(p%w, 4, mean)
  print *, made
  print '(es24.16)', mean
end program
