! Pointers that change in loops and in called procedures, with bounds of their own.
! head: sweep(x)>(y)
! at: {"n": 5}
module targets
  implicit none
  real(8), target :: store(0:9)
contains
  subroutine next(p, from)
    real(8), pointer, intent(inout) :: p
    integer, intent(in) :: from
    p => store(from)
  end subroutine next

  subroutine sweep(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in), target :: x(n)
    real(8), intent(out) :: y
    real(8), pointer :: row(:), one
    integer :: i
    store = 1
    y = 0
    do i = 1, n - 1
      row(0:) => store(i:i+1)
      row(1) = row(0)*x(i)
      call next(one, i)
      one = one + 0.5d0*x(i+1)**2
      y = y + row(0)*one*row(1)
    end do
  end subroutine sweep
end module targets
