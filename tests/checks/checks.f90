! Procedures for the cases of tests/run_checks.
module inside
  implicit none
  private
  public :: shown
contains
  subroutine hidden(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    y = x**2
  end subroutine hidden
  subroutine shown(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    call hidden(x, y)
  end subroutine shown
end module inside

subroutine corner(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = abs(x - 1.0d0)*3.0d0
end subroutine corner

! A staircase: its derivative is that of a step, differences see the stairs' slope.
subroutine stairs(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  real(8) :: z
  integer :: i
  do i = 1, n
    z = 2.0d0*x(i)
    y(i) = z*nint(1.0d9*z)/1.0d9
  end do
end subroutine stairs

subroutine stops(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  if (n < 10) stop 'n is too small'
  y = sum(x)
end subroutine stops

subroutine spins(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = x
  do while (y > -1.0d0)
    y = y*y
  end do
end subroutine spins

subroutine logs(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = log(x)
end subroutine logs

subroutine flat(mode, x, y)
  implicit none
  integer, intent(in) :: mode
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = 0.0d0
  if (mode == 3) y = x**2
end subroutine flat

subroutine vectors(n, a, x, y)
  implicit none
  integer, intent(in) :: n
  real(4), intent(in) :: a(n, 2), x(*)
  real(4), intent(out) :: y
  integer :: i
  y = 0.0
  do i = 1, 2*n
    y = y + a(1 + mod(i, n), 1 + mod(i, 2))*x(i)**2
  end do
end subroutine vectors

subroutine applies(f, x, y)
  implicit none
  interface
    real(8) function f(t)
      real(8), intent(in) :: t
    end function f
  end interface
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = x**2
end subroutine applies

subroutine roots(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = sqrt(x)
end subroutine roots
