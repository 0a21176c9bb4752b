subroutine s(x)
  real(kind=5) :: x
  x = 1
end subroutine
