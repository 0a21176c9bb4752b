subroutine s(x)
  real :: x
#ifdef NEVER
  x = 1
end subroutine
