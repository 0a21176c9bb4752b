subroutine model(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: work(n, 2)
  work(:, 1) = x**2
  call draw(n, work(1, 2))
  y = sum(work)
end subroutine model
