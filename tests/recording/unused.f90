! What is computed on and on after its last use has no adjoint: a number that overflows there would make it zero times
! infinity. Where its value still decides something the loop runs, but forwards only.
! head: settle(y)>(s)
! head: decide(y)>(s)
! not run: 17 18 19 31 35
! keeps: 32:z
! lacks: zb = zb
! lacks: dz_dz
subroutine settle(n, y, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: y(4)
  real(8), intent(inout) :: s
  complex(8) :: z
  integer :: i
  z = cmplx(y(4), 0.3d0, 8)
  s = s + 0.3d0*aimag(z*z)
  do i = 1, n
    z = 0.5d0*z*z + 1.1d0
  end do
end subroutine

subroutine decide(n, y, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: y(4)
  real(8), intent(inout) :: s
  real(8) :: z
  integer :: i
  z = y(4)
  s = s + 0.3d0*z*z
  do i = 1, n
    z = 0.5d0*z*z + 1.1d0
  end do
  if (abs(z) > 2) s = 2*s
end subroutine
