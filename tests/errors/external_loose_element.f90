subroutine solve(n, a, b)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(:, :), b(:)
  integer :: pivots(n), info
  call dgesv(n, 1, a(1, 1), size(a, 1), pivots, b, n, info)
end subroutine solve
