! Fortran calls C by C linkage, with arrays, values and a record, in two ways: derivatives go through
! both files.
! head: pots%total(q,k)>(e)
module pots
  use, intrinsic :: iso_c_binding
  implicit none
  type, bind(c) :: params
    real(c_double) :: k, d
    integer(c_int) :: n
  end type
  interface
    function potential(n, q, p) bind(c) result(v)
      import :: c_int, c_double, params
      integer(c_int), value :: n
      real(c_double), intent(in) :: q(*)
      type(params), intent(in) :: p
      real(c_double) :: v
    end function
    subroutine forces(n, q, f, scale) bind(c, name='compute_forces')
      import :: c_int, c_double
      integer(c_int), value :: n
      real(c_double), intent(in) :: q(n)
      real(c_double), intent(out) :: f(n)
      real(c_double), value :: scale
    end subroutine
  end interface
contains
  subroutine total(n, q, k, e)
    integer, intent(in) :: n
    real(8), intent(in) :: q(n), k
    real(8), intent(out) :: e
    real(8) :: f(n)
    type(params) :: p
    p%k = k*k
    p%d = 1.5d0
    p%n = n
    call forces(n, q, f, k)
    e = potential(n, q, p) + sum(f*q)
    call forces(n, 2*q, f, 2d0)
    e = e + f(1)
  end subroutine
end module
