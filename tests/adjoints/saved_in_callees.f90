! What external and module procedures keep between calls, with sizes by named constants of their own.
! head: march(x)>(y)
subroutine filter(v, reset, out)
  implicit none
  integer, parameter :: depth = 3, width = depth + 1
  real(8), intent(in) :: v
  logical, intent(in) :: reset
  real(8), intent(out) :: out
  real(8), save :: past(width) = 0.5d0
  integer, save :: calls = 0
  real(8), save :: scale
  integer :: i
  if (reset) then
    calls = 0
    scale = 1
    past = 0.5d0
  end if
  calls = calls + 1
  do i = width, 2, -1
    past(i) = past(i - 1)*scale
  end do
  past(1) = v**2
  scale = scale*(1 + 0.1d0*v)
  out = sum(past)/calls
end subroutine

subroutine march(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: r
  integer :: i
  y = 0
  do i = 1, n
    call filter(x(i), i == 1, r)
    y = y + r*i
  end do
end subroutine
