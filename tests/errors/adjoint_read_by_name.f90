! An allocatable variable of a module that a procedure is given and reads by its own name, too.
module grid
  implicit none
  real(8), allocatable :: heights(:)
contains
  subroutine energy(h, e)
    real(8), allocatable, intent(in) :: h(:)
    real(8), intent(out) :: e
    integer :: i
    e = 0
    do i = 1, size(h)
      e = e + h(i)*heights(i)**2
      if (e > 100) e = sin(e)
    end do
  end subroutine energy
  subroutine run(n, x, e)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: e
    heights = x**2
    call energy(heights, e)
  end subroutine run
end module grid
