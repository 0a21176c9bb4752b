! Functions that return procedure pointers: what holds the result is a procedure pointer.
! head: kernel(x,a)>(y)
module procedure_pointer_result
  implicit none
  abstract interface
    real(8) function law(t)
      real(8), intent(in) :: t
    end function
  end interface
contains
  function chosen(k) result(p)
    integer, intent(in) :: k
    procedure(law), pointer :: p
    p => square
    if (k > 1) p => cube
  end function
  real(8) function square(t)
    real(8), intent(in) :: t
    square = t*t
  end function
  real(8) function cube(t)
    real(8), intent(in) :: t
    cube = t**3
  end function
  subroutine kernel(x, a, y)
    real(8), intent(in) :: x, a(4)
    real(8), intent(out) :: y
    procedure(law), pointer :: f
    integer :: i
    f => chosen(1)
    y = f(x)
    do i = 1, 4
      if (associated(chosen(i), cube)) f => chosen(i)
      y = y*f(a(i))
    end do
  end subroutine
end module
