! Function calls inside output lists, nested implied loops, array sections.
program io_calls
  implicit none
  real(8) :: m(2, 3)
  integer :: i, j
  do j = 1, 3
    m(:, j) = [real(8) :: j, -j]
  end do
  print '(3f8.2)', ((m(i, j)*norm(m(:, j)), j = 1, 3), i = 1, 2)
  write (*, '(2f10.4)') norm(m(1, :)), norm(m(2, 1:2)) + norm([3d0, 4d0])
  print '(a, i0, a)', 'norm has been called ', norm_calls(), ' times'
contains
  real(8) function norm(v)
    real(8), intent(in) :: v(:)
    norm = sqrt(sum(v*v))
  end function
  integer function norm_calls()
    norm_calls = 9
  end function
end program
