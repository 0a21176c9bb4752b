! One element of a component of all records of an array becomes constant, under a mask as well.
! head: settle(x)>(y)
subroutine settle(x, y)
  implicit none
  type :: particle
    real(8) :: mass, place(3)
  end type
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y(4)
  type(particle) :: p(4)
  integer :: i
  do i = 1, 4
    p(i)%mass = x(i)
    p(i)%place = x(i)*[1.0d0, 2.0d0, x(1)]
  end do
  y = p%place(1)*p%mass
  p%place(1) = 0.5d0
  where (x > 0.5d0) p%place(2) = 1.5d0
  p(2:3)%mass = 3d0
  y = y + p%place(1)*p%place(2)*p%mass + p%place(3)
end subroutine
