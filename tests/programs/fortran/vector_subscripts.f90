! Vector subscripts: gather, scatter, permutation, as an argument.
program gather
  implicit none
  real(8) :: v(6), w(4)
  integer :: idx(4), perm(6), i
  v = [(10d0*i, i = 1, 6)]
  idx = [2, 6, 1, 2]
  perm = [3, 1, 2, 6, 5, 4]
  w = v(idx)
  print '(4f8.1)', w
  v(perm) = v
  print '(6f8.1)', v
  v(idx(2:3)) = v(idx(3:2:-1)) + 0.5d0
  print '(6f8.1)', v
  print '(f8.1)', total(v(perm(1:3))), sum(v(idx))
contains
  real(8) function total(x)
    real(8), intent(in) :: x(:)
    total = sum(x)
  end function
end program
