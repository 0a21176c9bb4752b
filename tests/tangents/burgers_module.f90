! Viscous Burgers steps on a derived type, module state and an allocatable work array.
! head: run(u0,viscosity)>(j)
module phys
  implicit none
  integer, parameter :: dp = kind(1.0d0)
  type state
     real(dp) :: t
     real(dp), allocatable :: u(:)
     integer :: n
  end type
  real(dp) :: nu = 0.1_dp
  real(dp), allocatable :: work(:)
contains
  subroutine step(s, dt)
    type(state), intent(inout) :: s
    real(dp), intent(in) :: dt
    integer :: i
    if (.not. allocated(work)) allocate(work(s%n))
    work = s%u
    do i = 2, s%n - 1
       s%u(i) = work(i) - dt*(work(i)*(work(i+1)-work(i-1))*0.5_dp - nu*(work(i+1)-2*work(i)+work(i-1)))
    end do
    s%u(1) = s%u(2)
    s%u(s%n) = s%u(s%n-1)
    s%t = s%t + dt
  end subroutine
  function energy(u) result(e)
    real(dp), intent(in) :: u(:)
    real(dp) :: e
    e = 0.5_dp*dot_product(u, u) + log(1 + sum(u**2))
  end function
  subroutine run(n, u0, viscosity, j)
    integer, intent(in) :: n
    real(dp), intent(in) :: u0(n), viscosity
    real(dp), intent(out) :: j
    type(state) :: s
    integer :: k
    nu = viscosity
    s%n = n
    s%t = 0
    s%u = u0
    do k = 1, 10
       call step(s, 0.01_dp)
    end do
    j = energy(s%u) + s%t
    deallocate(work)
  end subroutine
end module
