subroutine model(n, x, given, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x, given(*)
  real(8), intent(out) :: y
  call table(n, given, x, y)
end subroutine model
