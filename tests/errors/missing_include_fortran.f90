subroutine s(x)
  include 'not_there.inc'
  real :: x
  x = 1
end subroutine
