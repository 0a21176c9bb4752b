! Independents that only decide which way to go: the interface has their directions all the same, and
! compilers have nothing to warn of.
! head: choose(x,w,v,o,z)>(y)
! size: n=3
subroutine choose(n, x, w, v, o, z, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x, w(n, *), v(n), o, z
  real(8), intent(out) :: y
  if (x > 1 .or. o > 3) then
    y = z
  else
    y = z*z
    if (w(1, 1) > 0 .and. v(n) > 0) y = y + 1
  end if
end subroutine choose
