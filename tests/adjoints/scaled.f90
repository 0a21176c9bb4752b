! Numbers that are scaled so that nothing underflows: the product of two scales would.
! head: summed(x)>(s)
! head: literals(x)>(s)
module scales
  implicit none
  real(8), parameter :: down = 2d0**(-(maxexponent(0d0)/2 + 40))
contains
  subroutine summed(n, x, s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: s
    real(8) :: large
    integer :: i
    s = 0.5d0
    do i = 1, n
      large = x(i)*exp(x(i))/(down*sqrt(down))
      s = s*x(i) + large*down*down/sqrt(down)
    end do
  end subroutine
  subroutine literals(n, x, s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: s
    real(8) :: large
    integer :: i
    s = 1
    do i = 1, n
      large = s*x(i)*1d200
      s = sin(large*1d-200)*exp(x(i))
      large = s*1d180*x(i)
      s = large*1d-170*1d-170*1d160
    end do
  end subroutine
end module
