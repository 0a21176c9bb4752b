subroutine s(x)
  real :: x
  x = x +
end subroutine
