! Bundle adjustment: reprojection errors; see reprojection.c. The indices count from 0.
module reprojection_parts
  implicit none
  type :: camera
    real(8) :: rotation(3), centre(3), focal, principal(2), distortion(2)
  end type
contains
  pure function cross(a, b) result(out)
    real(8), intent(in) :: a(3), b(3)
    real(8) :: out(3)
    out(1) = a(2)*b(3) - a(3)*b(2)
    out(2) = a(3)*b(1) - a(1)*b(3)
    out(3) = a(1)*b(2) - a(2)*b(1)
  end function

  subroutine rotate(rotation, p, out)
    real(8), intent(in) :: rotation(3), p(3)
    real(8), intent(out) :: out(3)
    real(8) :: square, angle, cosine, axis(3)
    square = dot_product(rotation, rotation)
    if (square > 1d-20) then
      angle = sqrt(square)
      cosine = cos(angle)
      axis = rotation/angle
      out = p*cosine + cross(axis, p)*sin(angle) + axis*(dot_product(axis, p)*(1d0 - cosine))
    else
      out = p + cross(rotation, p)
    end if
  end subroutine

  subroutine project(from, p, out)
    type(camera), intent(in) :: from
    real(8), intent(in) :: p(3)
    real(8), intent(out) :: out(2)
    real(8) :: seen(3), square, distortion
    call rotate(from%rotation, p - from%centre, seen)
    out = seen(1:2)/seen(3)
    square = out(1)**2 + out(2)**2
    distortion = 1d0 + from%distortion(1)*square + from%distortion(2)*square**2
    out = out*distortion*from%focal + from%principal
  end subroutine

  subroutine errors(cameras, points, observations, index, data, x, point, weight, y, yw)
    integer, intent(in) :: cameras, points, observations, index(2, observations)
    real(8), intent(in) :: data(2, observations), x(11, cameras), point(3, points)
    real(8), intent(in) :: weight(observations)
    real(8), intent(out) :: y(2, observations), yw(observations)
    type(camera) :: all(cameras)
    real(8) :: seen(2)
    integer :: i
    do i = 1, cameras
      all(i) = camera(x(1:3, i), x(4:6, i), x(7, i), x(8:9, i), x(10:11, i))
    end do
    do i = 1, observations
      call project(all(index(1, i) + 1), point(:, index(2, i) + 1), seen)
      y(:, i) = weight(i)*(seen - data(:, i))
      yw(i) = 1d0 - weight(i)**2
    end do
  end subroutine
end module

subroutine reprojection(size, index, data, x, y)
  use reprojection_parts
  implicit none
  integer, intent(in) :: size(*), index(*)
  real(8), intent(in) :: data(*), x(*)
  real(8), intent(out) :: y(*)
  integer :: point, weight
  point = 11*size(1) + 1
  weight = point + 3*size(2)
  call errors(size(1), size(2), size(3), index, data, x, x(point), x(weight), y, y(2*size(3) + 1))
end subroutine
