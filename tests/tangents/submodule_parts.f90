! A module procedure whose body stands in a submodule.
! head: front(x)>(y)
module interface_part
  implicit none
  interface
     module subroutine inner(a, b)
       real(8), intent(in) :: a
       real(8), intent(out) :: b
     end subroutine
  end interface
contains
  subroutine front(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    call inner(x**2, y)
    y = y*x
  end subroutine
end module
submodule (interface_part) body_part
contains
  module subroutine inner(a, b)
    real(8), intent(in) :: a
    real(8), intent(out) :: b
    b = exp(-a)
  end subroutine
end submodule
