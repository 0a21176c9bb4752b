module steps
  use, intrinsic :: iso_c_binding
  implicit none
contains
  subroutine advance(n, dt, y) bind(c)
    integer(c_int), value :: n
    real(c_double), value :: dt
    real(c_double), intent(inout) :: y(n)
    real(c_double) :: f(n)
    f(1) = y(2)
    f(2) = -sin(y(1))*y(2)
    y = y + dt*f
  end subroutine
  function energy(n, y) bind(c, name='total_energy') result(e)
    integer(c_int), intent(in) :: n
    real(c_double), intent(in) :: y(n)
    real(c_double) :: e
    e = 0.5d0*sum(y*y)
  end function
end module
