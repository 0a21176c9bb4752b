program main
  use kinds
  use grid
  implicit none
  integer :: k
  call setup(8)
  do k = 1, 10
    call step(0.2_wp)
  end do
  print '(3es24.16)', u
end program
