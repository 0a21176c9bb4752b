! Functions that also write their arguments and module variables, several in one expression.
! head: sample(x)>(y)
module counters
  implicit none
  real(8) :: accumulated = 0
contains
  real(8) function take(v, used) result(r)
    real(8), intent(inout) :: v
    real(8), intent(out) :: used
    r = v**2
    used = 3*v
    v = v + 1
    accumulated = accumulated + r
  end function
  subroutine sample(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    real(8) :: a, b, u, v
    accumulated = 0
    a = x
    b = 2*x
    y = take(a, u)*take(b, v) + sin(x)
    y = y + a*b + u*v + accumulated
  end subroutine
end module
