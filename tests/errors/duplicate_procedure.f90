subroutine s(x)
  real :: x
  x = 1
end subroutine
subroutine s(x)
  real :: x
  x = 2
end subroutine
