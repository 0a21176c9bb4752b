! The adjoint of reprojection.f90: every observation forward and back at once. The indices count from 0.
subroutine reprojection_hand(size, index, data, x, xb, y, yb)
  implicit none
  integer, intent(in) :: size(*), index(*)
  real(8), intent(in) :: data(*), x(*)
  real(8), intent(inout) :: xb(*), y(*), yb(*)
  integer :: point, weight
  point = 11*size(1) + 1
  weight = point + 3*size(2)
  call errors(size(1), size(2), size(3), index, data, x, x(point), x(weight), yb, yb(2*size(3) + 1), xb, xb(point), &
              xb(weight))
contains
  pure function cross(a, b) result(out)
    real(8), intent(in) :: a(3), b(3)
    real(8) :: out(3)
    out(1) = a(2)*b(3) - a(3)*b(2)
    out(2) = a(3)*b(1) - a(1)*b(3)
    out(3) = a(1)*b(2) - a(2)*b(1)
  end function

  subroutine observe(c, p, data, weight, w, ww, cb, pb, weightb)
    real(8), intent(in) :: c(11), p(3), data(2), weight, w(2), ww
    real(8), intent(inout) :: cb(11), pb(3), weightb
    real(8) :: moved(3), axis(3), normal(3), seen(3), seenb(3), movedb(3), axisb(3), square, angle, cosine, sine, along
    real(8) :: inverse, uv(2), distortion, seed(2), both, squareb, uvb(2), part
    logical :: far
    moved = p - c(4:6)
    square = dot_product(c(1:3), c(1:3))
    far = square > 1d-20
    if (far) then
      angle = sqrt(square)
      cosine = cos(angle)
      sine = sin(angle)
      axis = c(1:3)/angle
      normal = cross(axis, moved)
      along = dot_product(axis, moved)
      seen = moved*cosine + normal*sine + axis*(along*(1d0 - cosine))
    else
      seen = moved + cross(c(1:3), moved)
    end if
    inverse = 1d0/seen(3)
    uv = seen(1:2)*inverse
    square = uv(1)**2 + uv(2)**2
    distortion = 1d0 + (c(10) + c(11)*square)*square
    weightb = weightb + dot_product(w, uv*distortion*c(7) + c(8:9) - data) - 2d0*weight*ww
    seed = weight*w
    both = dot_product(uv, seed)
    squareb = both*c(7)*(c(10) + 2d0*c(11)*square)
    uvb = distortion*c(7)*seed + 2d0*squareb*uv
    cb(7) = cb(7) + both*distortion
    cb(8:9) = cb(8:9) + seed
    cb(10) = cb(10) + both*c(7)*square
    cb(11) = cb(11) + both*c(7)*square**2
    seenb(1:2) = uvb*inverse
    seenb(3) = -dot_product(uv, seenb(1:2))
    if (far) then
      part = dot_product(axis, seenb)
      movedb = cosine*seenb + sine*cross(seenb, axis) + axis*((1d0 - cosine)*part)
      axisb = sine*cross(moved, seenb) + (1d0 - cosine)*(along*seenb + part*moved)
      part = sine*(along*part - dot_product(moved, seenb)) + cosine*dot_product(normal, seenb) &
             - dot_product(axisb, axis)/angle
      cb(1:3) = cb(1:3) + axisb/angle + part*axis
    else
      movedb = seenb + cross(seenb, c(1:3))
      cb(1:3) = cb(1:3) + cross(moved, seenb)
    end if
    pb = pb + movedb
    cb(4:6) = cb(4:6) - movedb
  end subroutine

  subroutine errors(cameras, points, observations, index, data, x, point, weight, w, ww, xb, pointb, weightb)
    integer, intent(in) :: cameras, points, observations, index(2, observations)
    real(8), intent(in) :: data(2, observations), x(11, cameras), point(3, points), weight(observations)
    real(8), intent(in) :: w(2, observations), ww(observations)
    real(8), intent(inout) :: xb(11, cameras), pointb(3, points), weightb(observations)
    integer :: i, c, p
    do i = 1, observations
      c = index(1, i) + 1
      p = index(2, i) + 1
      call observe(x(:, c), point(:, p), data(:, i), weight(i), w(:, i), ww(i), xb(:, c), pointb(:, p), weightb(i))
    end do
  end subroutine
end subroutine
