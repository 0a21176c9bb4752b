! A yield function, by hand. See yield.c.
module yield_hand
  implicit none
  real(8), parameter :: third = 1d0/3, root3 = sqrt(3d0)
  type :: invariants
    real(8) :: mean, s(3), j2, root, lode, shape, equivalent, per ! per: lode/j3
  end type
contains
  pure function reduce(x, c) result(r)
    real(8), intent(in) :: x(6), c(4)
    type(invariants) :: r
    real(8) :: j3
    r%mean = (x(1) + x(2) + x(3))*third
    r%s = x(1:3) - r%mean
    r%j2 = 0.5d0*(r%s(1)**2 + r%s(2)**2 + r%s(3)**2) + x(4)**2 + x(5)**2 + x(6)**2
    j3 = r%s(1)*(r%s(2)*r%s(3) - x(5)**2) + 2*x(4)*x(5)*x(6) - r%s(2)*x(6)**2 - r%s(3)*x(4)**2
    r%root = sqrt(r%j2)
    r%per = -1.5d0*root3/(r%j2*r%root)
    r%lode = r%per*j3
    r%shape = 1 + c(2)*r%lode
    r%equivalent = sqrt(r%j2*r%shape**2 + c(3)**2)
  end function

  ! Derivatives of the third invariant.
  pure function cubic(x, r) result(d)
    real(8), intent(in) :: x(6)
    type(invariants), intent(in) :: r
    real(8) :: d(6), part
    part = r%j2*third
    d(1) = r%s(2)*r%s(3) - x(5)**2 + part
    d(2) = r%s(3)*r%s(1) - x(6)**2 + part
    d(3) = r%s(1)*r%s(2) - x(4)**2 + part
    d(4) = 2*(x(5)*x(6) - r%s(3)*x(4))
    d(5) = 2*(x(4)*x(6) - r%s(1)*x(5))
    d(6) = 2*(x(4)*x(5) - r%s(2)*x(6))
  end function

  pure function values(r, c) result(y)
    type(invariants), intent(in) :: r
    real(8), intent(in) :: c(4)
    real(8) :: y(4)
    y(1) = c(1)*r%mean + r%equivalent - c(4)
    y(2) = r%mean
    y(3) = root3*r%root
    y(4) = r%lode
  end function

  subroutine back(x, xb, c, seeded, yb, weight)
    real(8), intent(in) :: x(6), c(4), yb(4), weight
    real(8), intent(inout) :: xb(6)
    logical, intent(in) :: seeded
    type(invariants) :: r
    real(8) :: d(6), w(4), tip, lode, mean, b2, b3
    r = reduce(x, c)
    d = cubic(x, r)
    if (seeded) then
      w = yb
    else
      w = weight*values(r, c)
    end if
    tip = w(1)*r%shape/r%equivalent
    lode = w(4) + tip*r%j2*c(2)
    mean = (w(1)*c(1) + w(2))*third
    b3 = lode*r%per
    b2 = 0.5d0*(tip*r%shape + w(3)*root3/r%root) - 1.5d0*lode*r%lode/r%j2
    xb(1:3) = xb(1:3) + mean + b2*r%s + b3*d(1:3)
    xb(4:6) = xb(4:6) + 2*b2*x(4:6) + b3*d(4:6)
  end subroutine
end module

subroutine yield_hand_j(x, c, y, jacobian)
  use yield_hand
  implicit none
  real(8), intent(in) :: x(6), c(4)
  real(8), intent(out) :: y(4), jacobian(4, 6)
  type(invariants) :: r
  real(8) :: d(6), by2, factor, bend, f2, f3, q, t
  integer :: i
  r = reduce(x, c)
  d = cubic(x, r)
  y = values(r, c)
  by2 = -1.5d0*r%lode/r%j2
  factor = r%shape/r%equivalent
  bend = factor*r%j2*c(2)
  f2 = 0.5d0*r%shape*factor + bend*by2
  f3 = bend*r%per
  q = 0.5d0*root3/r%root
  do i = 1, 3
    t = 2*x(3 + i)
    jacobian(1, i) = c(1)*third + f2*r%s(i) + f3*d(i)
    jacobian(2, i) = third
    jacobian(3, i) = q*r%s(i)
    jacobian(4, i) = by2*r%s(i) + r%per*d(i)
    jacobian(1, 3 + i) = f2*t + f3*d(3 + i)
    jacobian(2, 3 + i) = 0
    jacobian(3, 3 + i) = q*t
    jacobian(4, 3 + i) = by2*t + r%per*d(3 + i)
  end do
end subroutine

subroutine yield_hand_b(x, xb, c, y, yb)
  use yield_hand, only: back
  implicit none
  real(8), intent(in) :: x(6), c(4), y(4), yb(4)
  real(8), intent(inout) :: xb(6)
  call back(x, xb, c, .true., yb, 0d0)
end subroutine

subroutine yield_sum_hand_b(points, x, xb, c, s, sb)
  use yield_hand, only: back
  implicit none
  integer, intent(in) :: points
  real(8), intent(in) :: x(6, points), c(4), s, sb
  real(8), intent(inout) :: xb(6, points)
  real(8) :: none(4)
  integer :: i
  none = 0
  do i = 1, points
    call back(x(:, i), xb(:, i), c, .false., none, sb)
  end do
end subroutine
