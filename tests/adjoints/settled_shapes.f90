! Allocatable work arrays: those that keep their shape are assigned in place, those that change it are not.
! head: settled(x)>(y)
subroutine settled(n, m, x, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8), allocatable :: same(:), other(:), table(:, :), grows(:), shrinks(:), moved(:)
  integer :: i, k, count
  count = n - 1
  k = n
  allocate (same(n), other(2:n + 1), table(n, 2), grows(n), shrinks(k), moved(count))
  same = x*x
  other = sin(same) + same
  table(:, 1) = other
  table(:, 2) = x*same
  grows = x
  shrinks = x
  k = n - 1
  moved = x(2:n)*x(1:count)
  do i = 1, m
    same = same + 0.1d0*other*table(:, 2)
    other = same*other
    grows = [grows(2:)*x(1), same(i)]
    grows = [grows, x(i)]
    shrinks = shrinks(1:k)*other(2:k + 1)
    k = k - 1
    moved = moved*same(2:)
  end do
  if (sum(same) > 0d0) then
    table = table*2d0
  else
    table = 1d0
  end if
  y = sum(same*other) + sum(table(:, 1)) + sum(grows*grows) + size(grows) + sum(shrinks*shrinks) + sum(moved)
  deallocate (same, other)
  deallocate (table)
end subroutine
! point: n=5 m=2
