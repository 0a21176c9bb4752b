! Infinities, NaN and signed zero: comparisons keep their meaning when conditions are turned round.
program ieee
  use, intrinsic :: ieee_arithmetic
  implicit none
  real(8) :: x(5), y
  integer :: i, n
  x = [1d0, 0d0, -2d0, 0d0, 0d0]
  x(4) = ieee_value(1d0, ieee_quiet_nan)
  x(5) = ieee_value(1d0, ieee_positive_inf)
  n = 0
  do i = 1, 5
    if (.not. (x(i) > 0d0)) then
      n = n + 1
    else
      n = n + 10
    end if
    if (x(i) <= 0d0) cycle
    if (.not. x(i) < 5d0) n = n + 100
    y = x(i)
    do while (.not. (y >= 8d0))
      y = y*2 + 1
      n = n + 1000
      if (n > 50000) exit
    end do
  end do
  print *, n, ieee_is_nan(x(4)), ieee_is_finite(x(5))
  y = -0d0
  print '(z16.16)', y, 0d0*(-1d0), sign(1d0, y)
end program
