! Components that are born with values: their derivatives are born zero all the same.
! head: defaults%head(x)>(y)
module defaults
  implicit none
  type part
    real(8) :: weight = 1.5d0
  end type
  type box
    integer :: count = 3
    real(8) :: w = 1.0d0, v(2) = [2d0, 3d0]
    real(8), pointer :: p(:) => null()
    type(part) :: inner
  end type
  type(box) :: global
  type(part), target :: several(3)
contains
  subroutine fill(b, x)
    type(box), intent(out) :: b
    real(8), intent(in) :: x
    b%v(1) = x
  end subroutine
  function made(x) result(b)
    real(8), intent(in) :: x
    type(box) :: b
    b%inner%weight = b%inner%weight*x
  end function
  subroutine head(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    type(box) :: b, o, r
    type(box), allocatable :: c(:)
    type(part), save :: kept
    type(part), pointer :: q
    b%v(1) = x
    allocate(c(2))
    c(1)%w = x*x
    y = b%w*b%v(1)*b%v(2) + c(1)%w*c(2)%w*c(2)%v(1)
    o%w = x
    call fill(o, x)
    y = y + o%w*o%v(1)*o%v(2)
    r = made(x)
    y = y + r%w*r%inner%weight*r%v(1)
    y = y*global%w + x*global%inner%weight*several(1)%weight
    global%inner%weight = x
    y = y + kept%weight
    kept%weight = 1
    kept%weight = kept%weight*x + several(2)%weight
    several(2)%weight = x
    y = y + several(2)%weight*several(3)%weight + kept%weight
    kept%weight = 1.5d0
    several(2)%weight = 1.5d0
    global%inner%weight = 1.5d0
    allocate(q)
    y = y*q%weight
    q%weight = x
    y = y + q%weight**2
    deallocate(q)
  end subroutine
end module
