! Sums over arrays inside of statements, whose values their adjoints need: as factors, results, arguments; in branches,
! under masks, in loops of either kind, of few elements, of what is overwritten then; in a procedure that is called twice.
! head: sums(x)>(y)
module sums_parts
  implicit none
contains
  subroutine step(n, a, u, v)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n, n)
    real(8), intent(inout) :: u(n), v(n)
    integer :: i
    do i = 1, n
      u(i) = u(i)*(0.5d0 + 0.1d0*dot_product(a(:, i), u))
      if (u(i) > 0.3d0) then
        v(i) = tanh(u(i) + dot_product(a(:, i), v))
      else
        v(i) = v(i)/(2d0 + sum(u*v))
      end if
    end do
    where (u > 0.2d0) v = v*sum(u)
    v = v*sum(v*a(1, :))/(1d0 + norm2(u))
    u(1) = exp(-sum(u(1:3)*v(1:3)))*sqrt(1d0 + sum(abs(a)))
  end subroutine
end module
subroutine sums(n, x, y)
  use sums_parts
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  real(8) :: a(n, n), v(n), last, s
  integer :: i, left
  do i = 1, n
    a(:, i) = x/(i + 1)
  end do
  y = x
  v = 0.5d0 + x**2
  call step(n, a, y, v)
  left = 4
  last = 1d0
  do while (left > 0 .and. last > 1d-9)
    do i = 1, n
      v(i) = tanh(0.1d0*v(i)*x(i) + dot_product(a(:, i), y))
      s = v(i)*sum(y)
      y(i) = sin(s + sum(v)*s)*merge(sum(x*y), 1d0, y(i) > 0.4d0)
    end do
    last = y(1)**2
    left = left - 1
  end do
  call step(n, a, y, v)
  y = y + v
end subroutine
