! Loops over independent iterations: of the tangent, and of both sweeps.
! head: independent(x,a)>(y,s)
! size: n=40 m=3
! tangent: 2
! adjoint: 2
subroutine independent(n, m, x, a, y, s)
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(n), a(n)
  real(8), intent(out) :: y(n), s
  real(8) :: t
  integer :: i, k

  s = 0
  do i = 1, n
    t = 1
    do k = 1, m
      t = t*sin(x(i)) + a(i)
    end do
    y(i) = t
  end do
  do i = 1, n
    s = s + y(i)*exp(x(i))
  end do
end subroutine
