! Loops that end by what they compute, run from snapshots.
! head: newton(a,x)>(y)
! head: left_early(x)>(y)
! head: in_a_loop(x)>(y)
! size: n=6
subroutine newton(n, a, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a, x
  real(8), intent(out) :: y
  real(8) :: v, old
  integer :: k
  v = abs(x) + 2
  old = 0
  k = 0
  !$costate checkpoint(2)
  do while (abs(v*v - abs(a) - 0.5d0) > 1d-3 .and. k < 6*n)
    old = v
    v = 0.8d0*old + 0.2d0*(abs(a) + 0.5d0)/old
    k = k + 1
  end do
  y = v*k + v*old
end subroutine newton

subroutine left_early(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: u(n), v
  integer :: k
  u = x
  v = x(1)
  k = 0
!$AD BINOMIAL-CKP 20 3 1
  do
    v = v*0.9d0 + 0.1d0*sin(u(mod(k, n) + 1))
    if (v < 0.02d0) exit
    u(mod(k, n) + 1) = v*u(mod(k + 1, n) + 1)
    k = k + 1
    if (k > 17) exit
    if (mod(k, 3) == 0) cycle
    v = v + 0.01d0*u(mod(k, n) + 1)*u(1)
  end do
  y = v*u(1) + u(n)
end subroutine left_early

subroutine in_a_loop(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: v
  integer :: i, more
  y = 0
  do i = 1, n
    v = x(i) + y
    more = 2*i - 2
    !$costate checkpoint(2)
    do while (more > 0)
      v = v - 0.1d0*v*v
      more = more - 1
    end do
    y = y + v*v
  end do
end subroutine in_a_loop
