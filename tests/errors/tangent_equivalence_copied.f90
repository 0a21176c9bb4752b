! Integers see the memory of reals and copy it: no real is named there.
subroutine copied(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: from, to
  integer(8) :: source, target
  equivalence (from, source)
  equivalence (to, target)
  from = exp(x)
  target = source
  y = to + 1
end subroutine
