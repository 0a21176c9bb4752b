subroutine pairs(parts, y)
  real(8) :: parts(2, 2), y
  y = parts(1, 1)*parts(2, 2) + parts(2, 1)
end subroutine
