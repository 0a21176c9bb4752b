subroutine s(x)
  real :: x
  logical :: l
  l = .true.
  x = l + 1.0
end subroutine
