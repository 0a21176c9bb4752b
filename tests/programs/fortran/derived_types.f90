! Nested types, arrays of types, components as arguments, constructors with keywords.
module shapes
  implicit none
  type :: point
    real(8) :: x(2)
  end type
  type :: segment
    type(point) :: a, b
    integer :: tag = -1
  end type
contains
  real(8) function length(s)
    type(segment), intent(in) :: s
    length = norm2(s%b%x - s%a%x)
  end function
  subroutine move(p, dx)
    type(point), intent(inout) :: p
    real(8), intent(in) :: dx
    p%x(1) = p%x(1) + dx
  end subroutine
  subroutine scale(x, f)
    real(8), intent(inout) :: x(2)
    real(8), intent(in) :: f
    x = f*x
  end subroutine
end module
program main
  use shapes
  implicit none
  type(segment) :: path(3), s
  integer :: i
  do i = 1, 3
    path(i) = segment(point([0d0, real(i, 8)]), point([1d0/i, 2d0]), tag=i)
  end do
  call move(path(2)%b, 0.25d0)
  call scale(path(3)%a%x, -1.5d0)
  path(1)%a%x(2) = path(2)%a%x(2)
  s = path(2)
  s%tag = s%tag*10
  s%a = path(3)%b
  print '(es24.16)', (length(path(i)), i = 1, 3), length(s)
  print *, path%tag, s%tag
  print '(3es24.16)', path(:)%b%x(1)
  s = segment(b=point([1d0, 1d0]), a=point(0d0))
  print *, s%tag
  print '(es24.16)', length(s)
end program
