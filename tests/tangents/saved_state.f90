! head: f(x)>(y,z)
subroutine f(n, x, y, z, list, ok)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(0:n)
  real(8), intent(out) :: y(n,*)
  real(8), intent(inout) :: z
  character(len=8), intent(in) :: list(2)
  logical, intent(out) :: ok(n)
  real(8), save :: state = 1
  integer :: i
  do i = 1, n
    y(i,1) = x(i)*x(i-1)*state
    state = state*x(0)
    ok(i) = x(i) > 0.9d0
    if (ok(i)) y(i,3) = x(i)**3
  end do
  z = z*state
  if (list(1) == 'abc') z = -z
end
