! flags: --real8
! head: work%run(grid,work%coef)>(work%total)
module work
  implicit none
  real, allocatable :: coef(:)
  real :: total
  real, parameter :: pi = 3.14159265358979
contains
  subroutine run(grid, n)
    integer, intent(in) :: n
#ifdef TWO
    real, intent(in) :: grid(2*n)
#else
    real, intent(in) :: grid(n)
#endif
    total = sum(coef)*sum(sin(grid*pi))
  end subroutine
end module
