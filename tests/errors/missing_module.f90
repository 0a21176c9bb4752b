subroutine s(x)
  use not_there
  real :: x
  x = 1
end subroutine
