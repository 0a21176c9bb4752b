! The user's directives name the original's variables alone: a derivative must not share its own.
! head: directives(x)>(y)
! size: n=50
! tangent: 1
! adjoint: 1
subroutine directives(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  real(8) :: t
  integer :: i

  !$omp parallel do private(t)
  do i = 1, n
    t = x(i)**2
    y(i) = t*sin(t)
  end do
  !$omp end parallel do
end subroutine
