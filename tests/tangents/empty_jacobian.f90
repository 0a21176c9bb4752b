! The Jacobian that a solver asks for and does not need: a procedure that does nothing.
! head: top(x)>(y)
subroutine top(x, y)
  implicit none
  real(8) :: x(2), y(2), work(4)
  external :: jacobian, right
  work = x(1)
  y = 0
  call solve(right, x, y, work, jacobian)
end subroutine top

subroutine solve(f, x, y, work, jac)
  implicit none
  real(8) :: x(2), y(2), work(4)
  external :: f, jac
  call f(x, y, work)
  call jac(x, y, work)
end subroutine solve

subroutine jacobian(x, y, pd)
  implicit none
  real(8) :: x(2), y(2), pd(2, 2)
end subroutine jacobian

subroutine right(x, y, work)
  implicit none
  real(8) :: x(2), y(2), work(4)
  y(1) = x(1)*x(2)
  y(2) = work(3)**2
end subroutine right
