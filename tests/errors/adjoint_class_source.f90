module kinds
  implicit none
  type :: base
    real(8) :: weight = 0
  end type
  type, extends(base) :: heavy
    real(8) :: more = 0
  end type
contains
  subroutine work(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    type(heavy) :: h
    class(base), allocatable :: b, c, d
    h%weight = x
    h%more = x*x
    allocate(b, source=h)
    allocate(c, source=b)
    d = h
    y = b%weight*c%weight + d%weight*h%more
  end subroutine
end module
