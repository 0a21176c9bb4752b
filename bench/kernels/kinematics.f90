! An articulated hand; see kinematics.c. Indices of bones count from 0. Frames
! have allocatable components.
module kinematics_parts
  implicit none
  type :: frame
    real(8), allocatable :: turn(:, :), place(:)
  end type
contains
  function rotation(angle) result(r)
    real(8), intent(in) :: angle(3)
    real(8) :: r(3, 3), s(3), c(3)
    s = sin(angle)
    c = cos(angle)
    r(1, 1) = c(2)*c(3)
    r(1, 2) = s(1)*s(2)*c(3) - c(1)*s(3)
    r(1, 3) = c(1)*s(2)*c(3) + s(1)*s(3)
    r(2, 1) = c(2)*s(3)
    r(2, 2) = s(1)*s(2)*s(3) + c(1)*c(3)
    r(2, 3) = c(1)*s(2)*s(3) - s(1)*c(3)
    r(3, 1) = -s(2)
    r(3, 2) = s(1)*c(2)
    r(3, 3) = c(1)*c(2)
  end function

  subroutine pose(bones, points, parent, bone, offset, point, angle, wrist, y)
    integer, intent(in) :: bones, points, parent(bones), bone(points)
    real(8), intent(in) :: offset(3, bones), point(3, points), angle(3, bones), wrist(3)
    real(8), intent(out) :: y(3, points)
    type(frame), allocatable :: f(:)
    integer :: b, p, k
    allocate (f(bones))
    do b = 1, bones
      allocate (f(b)%turn(3, 3), f(b)%place(3))
      k = parent(b) + 1
      if (k == 0) then
        f(b)%turn = rotation(angle(:, b))
        f(b)%place = wrist + offset(:, b)
      else
        f(b)%turn = matmul(f(k)%turn, rotation(angle(:, b)))
        f(b)%place = f(k)%place + matmul(f(k)%turn, offset(:, b))
      end if
    end do
    do p = 1, points
      k = bone(p) + 1
      y(:, p) = f(k)%place + matmul(f(k)%turn, point(:, p))
    end do
  end subroutine
end module

subroutine kinematics(size, index, data, x, y)
  use kinematics_parts
  implicit none
  integer, intent(in) :: size(*), index(*)
  real(8), intent(in) :: data(*), x(*)
  real(8), intent(out) :: y(*)
  integer :: bones
  bones = size(1)
  call pose(bones, size(2), index, index(bones + 1), data, data(3*bones + 1), x, x(3*bones + 1), y)
end subroutine
