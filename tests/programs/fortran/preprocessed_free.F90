! flags: -DORDER=3 -DUSE_DOUBLE
#ifdef USE_DOUBLE
#define REAL_KIND 8
#else
#define REAL_KIND 4
#endif
program prep
  implicit none
  integer, parameter :: rk = REAL_KIND
  real(rk) :: c(0:ORDER), x
  integer :: i
  do i = 0, ORDER
    c(i) = 1.0_rk/(i + 1)
  end do
  x = c(ORDER)
  do i = ORDER - 1, 0, -1
    x = x*0.3_rk + c(i)
  end do
#if ORDER > 2
  print '(a, es24.16)', 'cubic or more', x
#else
  print '(a, es24.16)', 'less', x
#endif
end program
