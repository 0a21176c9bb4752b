! Division truncates; MOD has the sign of the first, MODULO of the second operand.
program division
  implicit none
  integer :: a, b, k
  do k = 1, 4
    a = merge(17, -17, mod(k, 2) == 1)
    b = merge(5, -5, k <= 2)
    print *, a/b, mod(a, b), modulo(a, b), -a/b, a/b*b, a*b/7, a - b - 3, a - (b - 3)
  end do
  print *, 7/2*2.0, 7/2.0*2, (1/2)*4.0, nint(-2.5), int(-2.7), floor(-2.1), ceiling(-2.1)
  print *, sign(3, -1), dim(5, 8), dim(8, 5), abs(-4), max(3, 7, 5), min(2, -1, 4)
end program
