! WHERE with one assignment in each branch: derivatives and values in constructs of their own, where
! the order does not matter, and together where it does.
! head: f(x)>(y)
subroutine f(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n, 4)
  real(8) :: a(n), b(n), c(n)
  a = x**2
  b = sin(x)
  c = x*0.3d0
  where (b > 0.1d0)
    y(:, 1) = a*b
  elsewhere
    y(:, 1) = a - b*c
  end where
  ! the mask reads what is written
  where (a > 0.2d0)
    a = a*b
  elsewhere
    a = exp(b)
  end where
  ! the second branch reads what the first has written
  where (x > 0.05d0)
    b = b*b + a
  elsewhere
    c = c*b(n:1:-1)
  end where
  where (c < 10d0)
    c = c*a
  end where
  y(:, 2) = a
  y(:, 3) = b
  y(:, 4) = c
end subroutine
