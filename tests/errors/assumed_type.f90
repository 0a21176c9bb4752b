subroutine s(x, n)
  type(*) :: x(*)
  integer :: n
  n = n + 1
end subroutine
