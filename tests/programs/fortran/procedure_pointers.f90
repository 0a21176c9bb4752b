! Procedure pointers, in variables and components, with abstract interfaces.
module methods
  implicit none
  abstract interface
    pure real(8) function unary(x)
      real(8), intent(in) :: x
    end function
  end interface
  type :: method
    character(len=6) :: name
    procedure(unary), pointer, nopass :: f => null()
  end type
contains
  pure real(8) function square(x)
    real(8), intent(in) :: x
    square = x*x
  end function
  pure real(8) function recip(x)
    real(8), intent(in) :: x
    recip = 1d0/x
  end function
end module
program main
  use methods
  implicit none
  procedure(unary), pointer :: p
  type(method) :: list(2)
  integer :: i
  real(8) :: x
  p => square
  x = p(1.5d0)
  p => recip
  x = x + p(x)
  print '(es24.16)', x
  list(1) = method('square', square)
  list(2)%name = 'recip'
  list(2)%f => recip
  do i = 1, 2
    print '(a, es24.16)', list(i)%name, list(i)%f(x)
  end do
  print *, associated(p, recip), associated(list(1)%f)
end program
