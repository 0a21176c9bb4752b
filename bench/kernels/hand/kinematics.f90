! The adjoint of kinematics.f90; see kinematics.c beside it. Indices of bones count from 0.
subroutine kinematics_hand(size, index, data, x, xb, y, yb)
  implicit none
  integer, intent(in) :: size(*), index(*)
  real(8), intent(in) :: data(*), x(*)
  real(8), intent(inout) :: xb(*), y(*), yb(*)
  integer :: bones
  bones = size(1)
  call pose(bones, size(2), index, index(bones + 1), data, data(3*bones + 1), x, yb, xb, xb(3*bones + 1))
contains
  subroutine rotation(s, c, r)
    real(8), intent(in) :: s(3), c(3)
    real(8), intent(out) :: r(3, 3)
    r(1, 1) = c(2)*c(3)
    r(1, 2) = s(1)*s(2)*c(3) - c(1)*s(3)
    r(1, 3) = c(1)*s(2)*c(3) + s(1)*s(3)
    r(2, 1) = c(2)*s(3)
    r(2, 2) = s(1)*s(2)*s(3) + c(1)*c(3)
    r(2, 3) = c(1)*s(2)*s(3) - s(1)*c(3)
    r(3, 1) = -s(2)
    r(3, 2) = s(1)*c(2)
    r(3, 3) = c(1)*c(2)
  end subroutine

  subroutine rotation_back(s, c, r, w, angleb)
    real(8), intent(in) :: s(3), c(3), r(3, 3), w(3, 3)
    real(8), intent(inout) :: angleb(3)
    angleb(1) = angleb(1) + dot_product(w(:, 2), r(:, 3)) - dot_product(w(:, 3), r(:, 2))
    angleb(2) = angleb(2) + c(3)*(c(2)*(s(1)*w(1, 2) + c(1)*w(1, 3)) - s(2)*w(1, 1)) &
                + s(3)*(c(2)*(s(1)*w(2, 2) + c(1)*w(2, 3)) - s(2)*w(2, 1)) - c(2)*w(3, 1) &
                - s(2)*(s(1)*w(3, 2) + c(1)*w(3, 3))
    angleb(3) = angleb(3) + dot_product(w(2, :), r(1, :)) - dot_product(w(1, :), r(2, :))
  end subroutine

  subroutine pose(bones, points, parent, bone, offset, point, angle, yb, angleb, wristb)
    integer, intent(in) :: bones, points, parent(bones), bone(points)
    real(8), intent(in) :: offset(3, bones), point(3, points), angle(3, bones), yb(3, points)
    real(8), intent(inout) :: angleb(3, bones), wristb(3)
    real(8), dimension(3, 3, bones) :: turn, own, turnb
    real(8), dimension(3, bones) :: s, c, placeb
    real(8) :: ownb(3, 3)
    integer :: b, p, k, i, j
    s = sin(angle)
    c = cos(angle)
    do b = 1, bones
      call rotation(s(:, b), c(:, b), own(:, :, b))
      k = parent(b) + 1
      if (k == 0) then
        turn(:, :, b) = own(:, :, b)
      else
        do j = 1, 3
          do i = 1, 3
            turn(i, j, b) = turn(i, 1, k)*own(1, j, b) + turn(i, 2, k)*own(2, j, b) + turn(i, 3, k)*own(3, j, b)
          end do
        end do
      end if
    end do
    turnb = 0d0
    placeb = 0d0
    do p = 1, points
      k = bone(p) + 1
      placeb(:, k) = placeb(:, k) + yb(:, p)
      do j = 1, 3
        turnb(:, j, k) = turnb(:, j, k) + yb(:, p)*point(j, p)
      end do
    end do
    do b = bones, 1, -1
      k = parent(b) + 1
      if (k == 0) then
        call rotation_back(s(:, b), c(:, b), own(:, :, b), turnb(:, :, b), angleb(:, b))
        wristb = wristb + placeb(:, b)
        cycle
      end if
      do j = 1, 3
        do i = 1, 3
          ownb(i, j) = turn(1, i, k)*turnb(1, j, b) + turn(2, i, k)*turnb(2, j, b) + turn(3, i, k)*turnb(3, j, b)
          turnb(i, j, k) = turnb(i, j, k) + turnb(i, 1, b)*own(j, 1, b) + turnb(i, 2, b)*own(j, 2, b) &
                           + turnb(i, 3, b)*own(j, 3, b) + placeb(i, b)*offset(j, b)
        end do
      end do
      call rotation_back(s(:, b), c(:, b), own(:, :, b), ownb, angleb(:, b))
      placeb(:, k) = placeb(:, k) + placeb(:, b)
    end do
  end subroutine
end subroutine
