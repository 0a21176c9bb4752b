! A natural cubic spline and its misfit to observations; see spline.c. The indices count from 0.
module spline_parts
  implicit none
contains
  subroutine moments(n, t, v, m)
    integer, intent(in) :: n
    real(8), intent(in) :: t(n), v(n)
    real(8), intent(out) :: m(n)
    real(8) :: upper(n), before, after, ratio, pivot, jump
    integer :: i
    m(1) = 0d0
    upper(1) = 0d0
    do i = 2, n - 1
      before = t(i) - t(i - 1)
      after = t(i + 1) - t(i)
      ratio = before/(before + after)
      pivot = ratio*upper(i - 1) + 2d0
      upper(i) = (ratio - 1d0)/pivot
      jump = (v(i + 1) - v(i))/after - (v(i) - v(i - 1))/before
      m(i) = (6d0*jump/(before + after) - ratio*m(i - 1))/pivot
    end do
    m(n) = 0d0
    do i = n - 1, 1, -1
      m(i) = m(i) + upper(i)*m(i + 1)
    end do
  end subroutine

  subroutine misfit(n, observations, interval, data, t, v, y)
    integer, intent(in) :: n, observations, interval(observations)
    real(8), intent(in) :: data(2, observations), t(n), v(n)
    real(8), intent(out) :: y(observations)
    real(8) :: m(n), h, a, b
    integer :: p, i
    call moments(n, t, v, m)
    do p = 1, observations
      i = interval(p) + 1
      h = t(i + 1) - t(i)
      a = (t(i + 1) - data(1, p))/h
      b = (data(1, p) - t(i))/h
      y(p) = a*v(i) + b*v(i + 1) + ((a**3 - a)*m(i) + (b**3 - b)*m(i + 1))*h**2/6d0 - data(2, p)
    end do
  end subroutine
end module

subroutine spline(size, index, data, x, y)
  use spline_parts
  implicit none
  integer, intent(in) :: size(*), index(*)
  real(8), intent(in) :: data(*), x(*)
  real(8), intent(out) :: y(*)
  call misfit(size(1), size(2), index, data, x, x(size(1) + 1), y)
end subroutine
