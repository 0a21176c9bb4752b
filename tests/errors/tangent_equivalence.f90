subroutine bits(x, y)
  double precision, intent(in) :: x
  double precision, intent(out) :: y
  double precision :: number
  integer :: halves(2)
  equivalence (number, halves)
  number = x*x
  halves(1) = ior(halves(1), 1)
  y = number
end subroutine
