! The viscous Burgers equation on a ring, upwind and explicit, and how far its end is from what was
! measured. From where did it start?
subroutine step(n, advection, diffusion, u)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: advection, diffusion
  real(8), intent(inout) :: u(n)
  real(8) :: flow(n), left, right
  integer :: i
  do i = 1, n
    left = u(merge(i - 1, n, i > 1))
    right = u(merge(i + 1, 1, i < n))
    if (u(i) > 0) then
      flow(i) = advection*u(i)*(u(i) - left)
    else
      flow(i) = advection*u(i)*(right - u(i))
    end if
    flow(i) = diffusion*(right - 2*u(i) + left) - flow(i)
  end do
  do i = 1, n
    u(i) = u(i) + flow(i)
  end do
end subroutine

subroutine misfit(n, steps, advection, diffusion, start, measured, cost)
  implicit none
  integer, intent(in) :: n, steps
  real(8), intent(in) :: advection, diffusion, start(n), measured(n)
  real(8), intent(out) :: cost
  real(8) :: u(n)
  integer :: i, t
  do i = 1, n
    u(i) = start(i)
  end do
  do t = 1, steps
    call step(n, advection, diffusion, u)
  end do
  cost = 0
  do i = 1, n
    cost = cost + 0.5d0*(u(i) - measured(i))**2
  end do
end subroutine
