! A Fortran solver with C linkage, called back by function pointer.
module solver
  use, intrinsic :: iso_c_binding
  implicit none
  type, bind(c) :: options
    integer(c_int) :: most
    real(c_double) :: tolerance
  end type
  integer(c_int), bind(c, name='fixed_point_calls') :: calls = 0
  abstract interface
    function map(x) bind(c) result(y)
      import :: c_double
      real(c_double), intent(in) :: x
      real(c_double) :: y
    end function
  end interface
contains
  function fixed_point(f, x, o) bind(c) result(n)
    type(c_funptr), value :: f
    real(c_double), intent(inout) :: x
    type(options), intent(in) :: o
    integer(c_int) :: n
    procedure(map), pointer :: g
    real(c_double) :: y
    call c_f_procpointer(f, g)
    do n = 1, o%most
      calls = calls + 1
      y = g(x)
      if (abs(y - x) <= o%tolerance*abs(y)) return
      x = y
    end do
    n = -1
  end function
end module
