! The digamma function, the derivative of log_gamma(x). Accurate to a few units in the last place
! for x > 0, its root near 1.46 included; for x < 0 relative to the larger of the terms in its
! reflection. Infinite at 0, -1, -2, ...
elemental function costate_digamma_r8(argument) result(total)
  implicit none
  integer, parameter :: wp = 8
  real(wp), intent(in) :: argument
  real(wp) :: total
  ! B(2k)/(2k), where log(x) - 1/(2x) - sum of B(2k)/(2k x^2k) has the limit digamma(x).
  real(wp), parameter :: series(15) = [ &
    1.0_wp/12, -1.0_wp/120, 1.0_wp/252, -1.0_wp/240, 1.0_wp/132, -691.0_wp/32760, 1.0_wp/12, &
    -3617.0_wp/8160, 43867.0_wp/14364, -174611.0_wp/6600, 77683.0_wp/276, &
    -236364091.0_wp/65520, 657931.0_wp/12, -3392780147.0_wp/3480, 1723168255201.0_wp/85932]
  ! The root, in pieces whose sum is exact beyond the working precision.
  real(wp), parameter :: root(3) = [1569415565.0_wp/1073741824.0_wp, &
    381566830.0_wp/1152921504606846976.0_wp, 9.0163120932586959186144283115638246e-20_wp]
  real(wp), parameter :: threshold = merge(10, 25, digits(1.0_wp) <= 64)
  integer, parameter :: terms = merge(11, 15, digits(1.0_wp) <= 64)
  real(wp) :: x, a, b, h, slope, p, q, u, v, pi
  integer :: k

  x = argument
  total = 0
  if (x <= 0) then
    pi = 4*atan(1.0_wp)
    total = -pi/tan(pi*(x - anint(x)))
    x = 1 - x
  end if
  if (x < 1) then
    total = total - 1/x
    x = x + 1
  end if
  if (x < 3) then
    ! digamma(x) - digamma(root), with the factor h = x - root taken out of every term.
    h = ((x - root(1)) - root(2)) - root(3)
    a = x
    b = root(1) + root(2) + root(3)
    slope = 0
    do while (b < threshold)
      slope = slope + 1/(a*b)
      a = a + 1
      b = b + 1
    end do
    u = 1/(a*a)
    v = 1/(b*b)
    p = series(terms)
    q = 0
    do k = terms - 1, 1, -1
      q = q*u + p
      p = p*v + series(k)
    end do
    q = q*u + p
    slope = slope + 0.5_wp/(a*b) + (a + b)*u*v*q
    total = total + (h*slope + 2*atanh(h/(a + b)))
  else
    do while (x < threshold)
      total = total - 1/x
      x = x + 1
    end do
    u = 1/(x*x)
    p = 0
    do k = terms, 1, -1
      p = (p + series(k))*u
    end do
    total = total + log(x) - 0.5_wp/x - p
  end if
end function costate_digamma_r8
