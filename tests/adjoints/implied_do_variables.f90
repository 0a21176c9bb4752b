! The variable of an implied DO is its own: what a variable of that name holds is needed later, a loop around has it, too,
! and its elements are not the one that this names.
! head: held(x)>(z)
! head: around(x)>(z)
! head: elements(x)>(z)
subroutine held(x, z)
  implicit none
  real(8), intent(in) :: x(5)
  real(8), intent(out) :: z(3)
  integer :: i
  real(8) :: y(3)
  i = 2
  y = x(i:4)*x(1)
  z = [(y(i)*y(i), i = 1, 3)]
  z = z*x(i)
end subroutine held

subroutine around(x, z)
  implicit none
  real(8), intent(in) :: x(5)
  real(8), intent(out) :: z(3)
  integer :: i
  z = 1
  do i = 2, 4
    z = [(z(i)*x(i)*i, i = 1, 3)] + x(i)
  end do
end subroutine around

subroutine elements(x, z)
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: z(4)
  integer :: t, i
  real(8) :: weights(4)
  i = 1
  weights = 0.3d0
  z = x
  do t = 1, 3
    z(2) = z(2) - 0.3d0*x(i)
    z = [((0.9d0*weights(i) + 0.3d0)/(1.5d0 + z(2)*z(2)), i = 1, 4)]
    weights(2:4) = 0.5d0*weights(1:3) + 0.1d0*t
  end do
end subroutine elements
