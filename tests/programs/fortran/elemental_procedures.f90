! Elemental functions and subroutines on scalars, arrays and sections.
module elementals
  implicit none
contains
  elemental real(8) function clip(x, lo, hi)
    real(8), intent(in) :: x, lo, hi
    if (x < lo) then
      clip = lo
    else if (x > hi) then
      clip = hi
    else
      clip = x
    end if
  end function
  elemental subroutine split(x, whole, rest)
    real(8), intent(in) :: x
    integer, intent(out) :: whole
    real(8), intent(out) :: rest
    whole = floor(x)
    rest = x - whole
  end subroutine
  impure elemental subroutine show(k)
    integer, intent(in) :: k
    print *, k
  end subroutine
end module
program main
  use elementals
  implicit none
  real(8) :: a(6), r(6), m(2, 2)
  integer :: w(6), i
  a = [(i*0.8d0 - 2.5d0, i = 1, 6)]
  print '(6f9.4)', clip(a, -1d0, 1d0), clip(a, a(6:1:-1), 2d0)
  print '(f9.4)', clip(5d0, 0d0, 1d0)
  call split(a, w, r)
  print '(6i4, 6f9.4)', w, r
  call show(w(::2))
  m = clip(reshape(a(1:4), [2, 2]), -0.5d0, 0.5d0)
  a(2:3) = a(2:3)*clip(m(:, 1), 0d0, 9d0) + 1
  print '(10f9.4)', m, a
end program
