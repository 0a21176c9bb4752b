! Targets as arguments of INTENT(IN) pointer dummies: the shadow of such a pointer stays where it is, too.
! head: kernel(x,a)>(y,x)
module pointer_to_target
  implicit none
contains
  subroutine update(value, values)
    real(8), pointer, intent(in) :: value, values(:)
    value = value*value + values(1)
    values(2:) = values(2:)*value
  end subroutine
  subroutine kernel(x, a, y)
    real(8), target, intent(inout) :: x
    real(8), intent(in) :: a(3)
    real(8), intent(out) :: y
    real(8), target :: w(3)
    real(8), pointer :: p(:)
    w = a
    call update(x, w)
    p => w(2:)
    call update(x, p)
    y = x*sum(w)
  end subroutine
end module
