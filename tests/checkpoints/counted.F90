! The twin of counted.c.
module steps
  implicit none
#ifdef COUNT
  integer(8) :: steps_run = 0
#endif
contains
  subroutine step(n, u)
    integer, intent(in) :: n
    real(8), intent(inout) :: u(n)
    integer :: i
#ifdef COUNT
    steps_run = steps_run + 1
#endif
    do i = 1, n
      u(i) = u(i) + 0.001d0*u(i)*(1 - u(i)*u(mod(i, n) + 1))
    end do
  end subroutine step

  subroutine counted(n, last, x, y)
    integer, intent(in) :: n
    integer(8), intent(in) :: last
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    real(8) :: u(n)
    integer(8) :: t
    u = x
    do t = 1, last
      call step(n, u)
    end do
    y = dot_product(u, u)
  end subroutine counted

  subroutine until(n, last, x, y)
    integer, intent(in) :: n
    integer(8), intent(in) :: last
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    real(8) :: u(n)
    integer(8) :: t
    u = x
    t = 0
    do while (t < last)
      call step(n, u)
      t = t + 1
    end do
    y = dot_product(u, u)
  end subroutine until
end module steps
