! Early returns nest: no flag, no jump.
! reject: ^\s*logical
module checks
contains
  subroutine solve_quadratic(a, b, c, x1, x2, info)
    real(8), intent(in) :: a, b, c
    real(8), intent(out) :: x1, x2
    integer, intent(out) :: info
    real(8) :: d, q
    x1 = 0d0
    x2 = 0d0
    info = 0
    if (a == 0d0) then
      if (b == 0d0) then
        info = 1
        return
      end if
      x1 = -c/b
      x2 = x1
      return
    end if
    d = b*b - 4d0*a*c
    if (d < 0d0) then
      info = 2
      return
    end if
    q = -0.5d0*(b + sign(sqrt(d), b))
    x1 = q/a
    if (q == 0d0) return
    x2 = c/q
  end subroutine
end module
program main
  use checks
  implicit none
  real(8) :: x1, x2
  integer :: info, k
  real(8), parameter :: t(3, 6) = reshape([1d0, -3d0, 2d0, 0d0, 2d0, 1d0, 0d0, 0d0, 1d0, &
                                           1d0, 0d0, 1d0, 1d0, 0d0, 0d0, 2d0, 7d0, 0.1d0], [3, 6])
  do k = 1, 6
    call solve_quadratic(t(1, k), t(2, k), t(3, k), x1, x2, info)
    print '(i2, 2es24.16)', info, x1, x2
  end do
end program
