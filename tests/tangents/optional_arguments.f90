! Optional arguments: present, absent, given by keyword, passed on.
! head: use_them(x)>(y)
module options
  implicit none
contains
  subroutine relax(v, weight, history, scale)
    real(8), intent(inout) :: v
    real(8), intent(in), optional :: weight, scale
    real(8), intent(inout), optional :: history(:)
    real(8) :: w
    w = 0.5d0
    if (present(weight)) w = weight
    v = w*v + (1 - w)*v**2
    if (present(history)) history = history + v
    if (present(scale)) v = v*scale
  end subroutine
  subroutine twice(v, scale)
    real(8), intent(inout) :: v
    real(8), intent(in), optional :: scale
    call relax(v, scale=scale)
    call relax(v, scale=scale, weight=0.25d0)
  end subroutine
  subroutine use_them(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    real(8) :: v, h(2)
    v = x(1)
    h = 0
    call relax(v)
    call relax(v, x(2))
    call relax(v, history=h)
    call relax(v, x(3), h, x(2))
    call twice(v)
    call twice(v, x(1))
    y = v + sum(h)
  end subroutine
end module
