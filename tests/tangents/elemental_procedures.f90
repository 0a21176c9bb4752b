! Elemental procedures on scalars, arrays and sections, pure functions inside array expressions.
! head: field(x)>(y)
module elements
  implicit none
contains
  elemental real(8) function squash(x, limit)
    real(8), intent(in) :: x, limit
    squash = limit*tanh(x/limit)
  end function
  elemental subroutine clip(x, top)
    real(8), intent(inout) :: x
    real(8), intent(in) :: top
    if (x > top) x = top + log(1 + x - top)
  end subroutine
  subroutine field(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y(n)
    y = squash(x, 2d0) + squash(1d0, x)
    y(2:n) = y(2:n)*squash(x(1:n-1), x(2:n))
    call clip(y, 0.8d0)
    call clip(y(1:2), x(1))
  end subroutine
end module
