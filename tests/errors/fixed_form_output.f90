subroutine s(x)
  real :: x
  x = 1
end subroutine
