! head: external(x)>(y)
! refused: cannot follow index sets through a call to 'dscal': its source is not given
subroutine external(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  y = x
  call dscal(n, 2d0, y, 1)
end subroutine external
