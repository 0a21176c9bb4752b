module grid
  use kinds, only: wp
  implicit none
  private
  real(wp), allocatable, public :: u(:)
  public :: setup, step
contains
  subroutine setup(n)
    integer, intent(in) :: n
    integer :: i
    allocate (u(0:n))
    do i = 0, n
      u(i) = real(i*(n - i), wp)/n
    end do
  end subroutine
  subroutine step(r)
    real(wp), intent(in) :: r
    integer :: n
    n = ubound(u, 1)
    u(1:n - 1) = u(1:n - 1) + r*(u(2:n) - 2*u(1:n - 1) + u(0:n - 2))
  end subroutine
end module
