! A type and the generic of its name that makes its values: what is public is both.
! head: m%top(x)>(y)
module m
  implicit none
  private
  public :: field, top
  type :: field
    real(8), allocatable :: data(:)
  contains
    procedure, pass(self) :: mul
    generic :: operator(*) => mul
  end type
  interface field
    module procedure :: make
  end interface
contains
  type(field) function make(x) result(self)
    real(8), intent(in) :: x(:)
    self%data = x
  end function
  pure type(field) function mul(self, f) result(res)
    class(field), intent(in) :: self, f
    res%data = self%data*f%data
  end function
  subroutine top(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    type(field) :: a, b
    a = field(x)
    b = a*a
    y = sum(b%data)
  end subroutine
end module
