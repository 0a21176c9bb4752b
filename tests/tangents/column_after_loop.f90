! A column as long as the callee's dummy says, passed after statements that the flattened caller has taken over.
! head: top(f)>(y)
! at: {"n": 4}
subroutine top(n, f, g, y)
  implicit none
  integer :: n, i
  real(8) :: f(n, 2), g(n + 1), y
  do i = 1, n
    g(i) = f(i, 1)**2
  end do
  call cyc(n, f(1, 2), g)
  y = g(1)*g(n + 1)
end subroutine top

subroutine cyc(n, f, g)
  implicit none
  integer :: n
  real(8) :: f(n), g(*)
  g(n + 1) = g(1)*f(1) + f(n)
end subroutine cyc
