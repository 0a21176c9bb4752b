! Components that are allocated once, with constant bounds, and assigned values of that shape: no shape goes on the tape,
! and what no adjoint reads is neither computed nor kept.
! head: chain(angle)>(y)
! lacks: allocated\(
module component_shapes_types
  type :: frame
    real(8), allocatable :: turn(:), place(:)
  end type
end module

subroutine chain(n, parent, angle, y)
  use component_shapes_types
  implicit none
  integer, intent(in) :: n, parent(n)
  real(8), intent(in) :: angle(2, n)
  real(8), intent(out) :: y(n)
  type(frame) :: f(n)
  integer :: b
  do b = 1, n
    allocate (f(b)%turn(2), f(b)%place(2))
    if (parent(b) == 0) then
      f(b)%turn = sin(angle(:, b))
      f(b)%place = angle(:, b)
    else
      f(b)%turn = f(parent(b))%turn*sin(angle(:, b))
      f(b)%place = f(parent(b))%place + angle(:, b)
    end if
    y(b) = sum(f(b)%place) + sum(f(b)%turn)
  end do
end subroutine
