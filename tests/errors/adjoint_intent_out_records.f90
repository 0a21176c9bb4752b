module several
  implicit none
  type part
    real(8) :: scale = 0.5d0
  end type
contains
  subroutine fill(b, x)
    type(part), intent(out) :: b(3)
    real(8), intent(in) :: x
    b(1)%scale = x
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    type(part) :: b(3)
    call fill(b, x)
    y = b(1)%scale*b(2)%scale
  end subroutine
end module
