! Internal procedures that read and write variables of their host.
! head: fit(p)>(r)
subroutine fit(n, x, y, p, r)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), y(n), p(3)
  real(8), intent(out) :: r
  integer :: i
  real(8) :: s
  r = 0
  do i = 1, n
     s = residual(x(i))
     r = r + s**2
  end do
  call scale(2.0d0)
  r = r + weight(3)
contains
  real(8) function residual(z)
    real(8), intent(in) :: z
    residual = p(1)*exp(-p(2)*z) + p(3) - y(i)
  end function
  subroutine scale(f)
    real(8), intent(in) :: f
    r = f*r/n
  end subroutine
  real(8) function weight(k)
    integer, intent(in) :: k
    weight = k*0.5d0
  end function
end subroutine
