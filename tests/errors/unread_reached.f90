module shapes
  implicit none
  type :: shape
    real(8) :: size = 1
  end type
contains
  subroutine report(s)
    class(shape), intent(in) :: s
    select type (s)
    type is (shape)
      print *, s%size
    end select
  end subroutine
  subroutine other(s)
    class(*), intent(in) :: s
  end subroutine
  subroutine grow(s, x)
    type(shape), intent(inout) :: s
    real(8), intent(in) :: x
    s%size = s%size*x
    call report(s)
  end subroutine
  subroutine work(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    type(shape) :: s
    call grow(s, x)
    y = s%size
  end subroutine
end module
