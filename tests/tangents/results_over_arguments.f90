! Results that are stored where the function still reads: through an argument, a module variable, an
! array function.
! head: update(x)>(x,s)
! at: {"n": 4, "x": [0.7, -0.4, 1.2, 0.9], "s": 0.3}
module store
  implicit none
  real(8) :: level = 0.5d0
contains
  function turned(v) result(w)
    real(8), intent(in) :: v(:)
    real(8) :: w(size(v))
    integer :: i
    do i = 1, size(v)
      w(i) = v(size(v) + 1 - i)*v(1) + level
    end do
  end function turned

  real(8) function advance(v)
    real(8), intent(in) :: v
    advance = v*level
    advance = advance + 0.1d0*level**2
  end function advance
end module store

real(8) function product_of(n, a, b)
  implicit none
  integer :: n, i
  real(8) :: a(n), b(n)
  product_of = 0
  do i = 1, n
    product_of = product_of + a(i)*b(i)
  end do
end function product_of

subroutine update(n, x, s)
  use store
  implicit none
  integer :: n, i
  real(8) :: x(n), s
  real(8), external :: product_of
  level = 0.5d0
  do i = 1, n
    x(i) = product_of(n - i + 1, x(i), x(i))
  end do
  level = advance(x(2))
  x = turned(x)
  s = advance(s) + x(1)
end subroutine update
