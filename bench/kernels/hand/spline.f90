! The adjoint of spline.f90; see spline.c beside it. The indices count from 0.
subroutine spline_hand(size, index, data, x, xb, y, yb)
  implicit none
  integer, intent(in) :: size(*), index(*)
  real(8), intent(in) :: data(*), x(*)
  real(8), intent(inout) :: xb(*), y(*), yb(*)
  call misfit(size(1), size(2), index, data, x, x(size(1) + 1), yb, xb, xb(size(1) + 1))
contains
  subroutine misfit(n, observations, interval, data, t, v, yb, tb, vb)
    integer, intent(in) :: n, observations, interval(observations)
    real(8), intent(in) :: data(2, observations), t(n), v(n), yb(observations)
    real(8), intent(inout) :: tb(n), vb(n)
    real(8), dimension(n) :: ratio, pivot, upper, first, m, mb
    real(8) :: before, after, jump, h, inverse, third, a, b, ca, cb, w, wa, wb, hb, rises, rose, uw, jumpb, pivotb
    real(8) :: ratiob, sumb, afterb, beforeb, upperb, carried
    integer :: p, i
    upper(1) = 0d0
    first(1) = 0d0
    do i = 2, n - 1
      before = t(i) - t(i - 1)
      after = t(i + 1) - t(i)
      ratio(i) = before/(before + after)
      pivot(i) = ratio(i)*upper(i - 1) + 2d0
      upper(i) = (ratio(i) - 1d0)/pivot(i)
      jump = (v(i + 1) - v(i))/after - (v(i) - v(i - 1))/before
      first(i) = (6d0*jump/(before + after) - ratio(i)*first(i - 1))/pivot(i)
    end do
    m(n) = 0d0
    do i = n - 1, 1, -1
      m(i) = first(i) + upper(i)*m(i + 1)
    end do
    mb = 0d0
    do p = 1, observations
      i = interval(p) + 1
      w = yb(p)
      h = t(i + 1) - t(i)
      inverse = 1d0/h
      third = h**2/6d0
      a = (t(i + 1) - data(1, p))*inverse
      b = (data(1, p) - t(i))*inverse
      ca = a**3 - a
      cb = b**3 - b
      wa = w*(v(i) + (3d0*a**2 - 1d0)*m(i)*third)*inverse
      wb = w*(v(i + 1) + (3d0*b**2 - 1d0)*m(i + 1)*third)*inverse
      hb = w*(ca*m(i) + cb*m(i + 1))*h/3d0 - (wa*a + wb*b)
      vb(i) = vb(i) + a*w
      vb(i + 1) = vb(i + 1) + b*w
      mb(i) = mb(i) + w*ca*third
      mb(i + 1) = mb(i + 1) + w*cb*third
      tb(i + 1) = tb(i + 1) + wa + hb
      tb(i) = tb(i) - (wb + hb)
    end do
    do i = 1, n - 1
      mb(i + 1) = mb(i + 1) + upper(i)*mb(i)
    end do
    upperb = 0d0
    carried = 0d0
    do i = n - 1, 2, -1
      before = t(i) - t(i - 1)
      after = t(i + 1) - t(i)
      inverse = 1d0/(before + after)
      rises = (v(i + 1) - v(i))/after
      rose = (v(i) - v(i - 1))/before
      w = (mb(i) + carried)/pivot(i)
      uw = (upperb + mb(i)*m(i + 1))/pivot(i)
      jumpb = 6d0*w*inverse
      pivotb = -(w*first(i) + uw*upper(i))
      ratiob = uw - w*first(i - 1) + pivotb*upper(i - 1)
      sumb = -(jumpb*(rises - rose) + ratiob*ratio(i))*inverse
      afterb = sumb - jumpb*rises/after
      beforeb = sumb + ratiob*inverse + jumpb*rose/before
      carried = -w*ratio(i)
      upperb = pivotb*ratio(i)
      vb(i + 1) = vb(i + 1) + jumpb/after
      vb(i) = vb(i) - (jumpb/after + jumpb/before)
      vb(i - 1) = vb(i - 1) + jumpb/before
      tb(i + 1) = tb(i + 1) + afterb
      tb(i) = tb(i) + beforeb - afterb
      tb(i - 1) = tb(i - 1) - beforeb
    end do
  end subroutine
end subroutine
