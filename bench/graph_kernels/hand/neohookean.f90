! Stress of a neo-Hookean material, by hand. See neohookean.c. x holds F by rows: column k of g is row k of F^-T.
module neohookean_hand
  implicit none
contains
  subroutine invert(x, g, volume)
    real(8), intent(in) :: x(3, 3)
    real(8), intent(out) :: g(3, 3), volume
    g(1, 1) = x(2, 2)*x(3, 3) - x(3, 2)*x(2, 3)
    g(2, 1) = x(3, 2)*x(1, 3) - x(1, 2)*x(3, 3)
    g(3, 1) = x(1, 2)*x(2, 3) - x(2, 2)*x(1, 3)
    g(1, 2) = x(3, 1)*x(2, 3) - x(2, 1)*x(3, 3)
    g(2, 2) = x(1, 1)*x(3, 3) - x(3, 1)*x(1, 3)
    g(3, 2) = x(2, 1)*x(1, 3) - x(1, 1)*x(2, 3)
    g(1, 3) = x(2, 1)*x(3, 2) - x(3, 1)*x(2, 2)
    g(2, 3) = x(3, 1)*x(1, 2) - x(1, 1)*x(3, 2)
    g(3, 3) = x(1, 1)*x(2, 2) - x(2, 1)*x(1, 2)
    volume = x(1, 1)*g(1, 1) + x(2, 1)*g(2, 1) + x(3, 1)*g(3, 1)
    g = g*(1/volume)
  end subroutine

  subroutine back(x, xb, c, seeded, yb, weight)
    real(8), intent(in) :: x(3, 3), c(2), yb(3, 3), weight
    real(8), intent(inout) :: xb(3, 3)
    logical, intent(in) :: seeded
    real(8) :: g(3, 3), w(3, 3), d(3, 3), volume, f, trace
    integer :: i, k
    call invert(x, g, volume)
    f = c(1) - c(2)*log(volume)
    if (seeded) then
      w = yb
    else
      w = weight*(c(1)*x - f*g)
    end if
    trace = c(2)*sum(g*w)
!GCC$ unroll 3
    do i = 1, 3
!GCC$ unroll 3
      do k = 1, 3
        d(k, i) = f*(g(1, i)*w(1, k) + g(2, i)*w(2, k) + g(3, i)*w(3, k))
      end do
    end do
!GCC$ unroll 3
    do i = 1, 3
      xb(:, i) = xb(:, i) + c(1)*w(:, i) + trace*g(:, i) + d(1, i)*g(:, 1) + d(2, i)*g(:, 2) + d(3, i)*g(:, 3)
    end do
  end subroutine
end module

subroutine neohookean_hand_j(x, c, y, jacobian)
  use neohookean_hand
  implicit none
  real(8), intent(in) :: x(3, 3), c(2)
  real(8), intent(out) :: y(3, 3), jacobian(3, 3, 3, 3)
  real(8) :: g(3, 3), fg(3, 3), lg(3, 3), volume, f
  integer :: i, j, k, l
  call invert(x, g, volume)
  f = c(1) - c(2)*log(volume)
  fg = f*g
  lg = c(2)*g
  y = c(1)*x - fg
!GCC$ unroll 3
  do k = 1, 3
!GCC$ unroll 3
    do l = 1, 3
!GCC$ unroll 3
      do i = 1, 3
!GCC$ unroll 3
        do j = 1, 3
          jacobian(j, i, l, k) = fg(l, i)*g(j, k) + lg(j, i)*g(l, k)
        end do
      end do
      jacobian(l, k, l, k) = jacobian(l, k, l, k) + c(1)
    end do
  end do
end subroutine

subroutine neohookean_hand_b(x, xb, c, y, yb)
  use neohookean_hand, only: back
  implicit none
  real(8), intent(in) :: x(9), c(2), y(9), yb(9)
  real(8), intent(inout) :: xb(9)
  call back(x, xb, c, .true., yb, 0d0)
end subroutine

subroutine neohookean_sum_hand_b(points, x, xb, c, s, sb)
  use neohookean_hand, only: back
  implicit none
  integer, intent(in) :: points
  real(8), intent(in) :: x(9, points), c(2), s, sb
  real(8), intent(inout) :: xb(9, points)
  real(8) :: none(9)
  integer :: i
  none = 0
  do i = 1, points
    call back(x(:, i), xb(:, i), c, .false., none, sb)
  end do
end subroutine
