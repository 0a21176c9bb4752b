! A number that its own assignment reads through a pointer, or by EQUIVALENCE, as well as by its name.
! head: pointed(y)>(x)
! complex step: it uses EQUIVALENCE
! head: shared(y)>(x)
subroutine pointed(x, s, y)
  implicit none
  real(8), intent(inout), target :: x(4), s, y(4)
  real(8), target :: v
  real(8), pointer :: q
  integer :: i
  v = y(3)
  q => v
  do i = 4, 1, -2
    v = v + 0.3d0*(1.2d0 + 0.1d0*sin(max(s, q)))**iand(5, 3)
  end do
  v = 0.5d0*v*y(1) + q**2*y(2)
  x(1) = sin(v)
end subroutine pointed

subroutine shared(x, y)
  implicit none
  real(8), intent(inout) :: x(4), y(4)
  real(8) :: v, w(2)
  integer :: i
  equivalence (v, w(2))
  w(1) = y(2)
  v = y(3)
  do i = 1, 3
    v = 0.5d0*sin(w(mod(i, 2) + 1))*y(i) + v*y(i)
  end do
  x(1) = v*w(1)
end subroutine shared
