! Fig. 10: c depends on b nonlinearly, but not from iteration to iteration.
!   pairs figure_10: b,x linear 1; b,b linear 1; c,b nonlinear 2; c,x nonlinear 2
!   carried 10: c,b linear
!   fusable 10: no
subroutine figure_10(n, x, b, c)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: b(0:n), c(n)
  integer :: i
  do i = 1, n
    b(i) = 3*x(i)
    c(i) = b(i-1) + b(i)*x(i)
  end do
end subroutine
