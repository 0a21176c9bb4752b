subroutine fill(k, w)
  integer, intent(in) :: k
  real(8), intent(out) :: w(4)
  integer :: j
  w = [(0.1d0*k + 0.3d0*j, j = 1, 4)]
end subroutine fill
