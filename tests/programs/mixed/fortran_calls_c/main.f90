! Fortran calls C by bind(c) interfaces: arrays, values, a struct and a callback.
module norms
  use, intrinsic :: iso_c_binding
  implicit none
  type, bind(c) :: extent
    integer(c_int) :: n
    real(c_double) :: scale
  end type
  interface
    function norm(v, e) bind(c, name='vector_norm') result(r)
      import :: c_double, extent
      real(c_double), intent(in) :: v(*)
      type(extent), intent(in) :: e
      real(c_double) :: r
    end function
    subroutine fill(v, n, start) bind(c)
      import :: c_double, c_int
      integer(c_int), value :: n
      real(c_double), value :: start
      real(c_double), intent(out) :: v(n)
    end subroutine
    function apply(f, x) bind(c) result(r)
      import :: c_double, c_funptr
      type(c_funptr), value :: f
      real(c_double), value :: x
      real(c_double) :: r
    end function
  end interface
contains
  function cube(x) bind(c) result(y)
    real(c_double), value :: x
    real(c_double) :: y
    y = x**3
  end function
end module
program main
  use norms
  implicit none
  real(c_double) :: v(5)
  call fill(v, 5_c_int, 0.5d0)
  print '(5f8.3)', v
  print '(es24.16)', norm(v, extent(3, 2d0)), norm(v(2), extent(4, 1d0))
  print '(es24.16)', apply(c_funloc(cube), 1.1d0)
end program
