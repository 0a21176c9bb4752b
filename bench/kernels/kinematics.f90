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

  pure subroutine multiply(a, b, out)
    real(8), intent(in) :: a(3, 3), b(3, 3)
    real(8), intent(out) :: out(3, 3)
    integer :: j
    do j = 1, 3
      out(:, j) = a(:, 1)*b(1, j) + a(:, 2)*b(2, j) + a(:, 3)*b(3, j)
    end do
  end subroutine

  pure subroutine carry(turn, place, p, out)
    real(8), intent(in) :: turn(3, 3), place(3), p(3)
    real(8), intent(out) :: out(3)
    out = place + turn(:, 1)*p(1) + turn(:, 2)*p(2) + turn(:, 3)*p(3)
  end subroutine

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
        call multiply(f(k)%turn, rotation(angle(:, b)), f(b)%turn)
        call carry(f(k)%turn, f(k)%place, offset(:, b), f(b)%place)
      end if
    end do
    do p = 1, points
      k = bone(p) + 1
      call carry(f(k)%turn, f(k)%place, point(:, p), y(:, p))
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
