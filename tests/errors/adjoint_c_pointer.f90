module callbacks
  use, intrinsic :: iso_c_binding
  implicit none
  type, bind(c) :: settings
    real(c_double) :: slope, start
  end type
contains
  function straight(t, context) result(out) bind(c)
    real(c_double), value :: t
    type(c_ptr), value :: context
    real(c_double) :: out
    type(settings), pointer :: mine
    call c_f_pointer(context, mine)
    out = mine%slope*t + mine%start
  end function
  subroutine through(x, y)
    real(8) :: x, y
    type(settings), target :: given
    given = settings(x*x, x)
    y = straight(0.5d0, c_loc(given)) + straight(1.5d0, c_loc(given))
  end subroutine
  subroutine words(x, y)
    real(8) :: x, y
    integer(8), target :: space(2)
    real(8), pointer :: numbers(:)
    call c_f_pointer(c_loc(space), numbers, [2])
    numbers = x*x
    y = numbers(1)
  end subroutine
end module
