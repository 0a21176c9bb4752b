subroutine model(x, y)
  double precision, intent(in) :: x
  double precision, intent(out) :: y
  y = x
  call rand_normal(y)
end subroutine
