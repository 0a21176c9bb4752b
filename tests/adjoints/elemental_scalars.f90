! Scalar arguments of elemental procedures are computed once, before the elements that they read are changed.
! head: settle(x,a)>(y)
module settling
  implicit none
  type :: load
    real(8) :: weight, height
  end type
contains
  elemental subroutine sink_by(depth, rate)
    real(8), intent(inout) :: depth
    real(8), intent(in) :: rate
    depth = depth + rate*depth**2
  end subroutine
  elemental subroutine press(depth, l, share)
    real(8), intent(inout) :: depth
    type(load), intent(in) :: l
    real(8), intent(in), optional :: share
    depth = depth*l%weight + l%height
    if (present(share)) depth = depth*share
  end subroutine
  elemental real(8) function mixed(a, b)
    real(8), intent(in) :: a, b
    mixed = a*b + a
  end function
  subroutine settle(x, a, y)
    real(8), intent(in) :: x, a(4)
    real(8), intent(out) :: y
    real(8) :: c(4), factor
    c = a
    call sink_by(c, c(1)*x + 0.1d0)
    call sink_by(c(2:4), sum(c)/10)
    factor = c(3)
    call sink_by(c, factor)
    call press(c, load(c(2), c(1)*x), share=(c(3)))
    call press(c, load(0.5d0, x))
    c = mixed(c, c(2))
    call sink_by(c, mixed(c(1), x)/8)
    y = sum(c)
  end subroutine
end module
