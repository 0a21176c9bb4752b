subroutine scaled(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  y = x(1)*x(2)
end subroutine scaled
