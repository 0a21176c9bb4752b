! Figure 1.1: calls that are checkpointed run in their original form in the forward sweep, and again, with
! both sweeps, in the backward sweep. p calls a and d; a calls b and c. Nothing needs what d computes, nor
! what c does inside the adjoint of a: these run once, in their adjoints.
! head: p(u)>(y)
! options: --join a --join b --join c --join d
! snapshot a: x
! snapshot b: x
! snapshot c: nothing
! snapshot d: nothing
! trace: p_b a b c d_b a_b b c_b b_b
subroutine b(n, x)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    x(i) = sin(x(i))*x(i)
  end do
end subroutine

subroutine c(n, x)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    x(i) = exp(x(i))*x(i)
  end do
end subroutine

subroutine a(n, x)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  call b(n, x)
  call c(n, x)
end subroutine

subroutine d(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = x(i)*x(i)
  end do
end subroutine

subroutine p(n, u, y)
  integer, intent(in) :: n
  real(8), intent(in) :: u(n)
  real(8), intent(out) :: y(n)
  real(8) :: x(n)
  x = u
  call a(n, x)
  call d(n, x, y)
end subroutine
