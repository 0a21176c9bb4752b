! FINAL procedures that release what their object holds, or count where no derivative is: in their scopes as always.
! head: work(x)>(y)
module holders
  implicit none
  type :: holder
    real(8), pointer :: values(:) => null()
    integer :: length = 0
  contains
    final :: release
  end type
  type :: watch
    integer :: ticks = 0
  contains
    final :: stopped
  end type
contains
  subroutine release(h)
    type(holder), intent(inout) :: h
    call empty(h)
    h%length = -1
  end subroutine
  subroutine empty(h)
    class(holder), intent(inout) :: h
    if (associated(h%values)) deallocate(h%values)
  end subroutine
  subroutine stopped(w)
    type(watch), intent(inout) :: w
    if (w%ticks > 1000) print *, 'late after', w%ticks
  end subroutine
  subroutine powers(x, n, y)
    real(8), intent(in) :: x
    integer, intent(in) :: n
    real(8), intent(out) :: y
    type(holder) :: h
    type(watch) :: w
    integer :: i
    allocate(h%values(n))
    h%length = n
    h%values(1) = x
    do i = 2, h%length
      h%values(i) = h%values(i - 1)*x + sin(h%values(i - 1))
      w%ticks = w%ticks + 1
    end do
    y = sum(h%values**2)
  end subroutine
  subroutine work(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    real(8) :: once
    integer :: i
    y = x
    do i = 1, 3
      call powers(y/4, 2 + i, once)
      y = y*once
    end do
  end subroutine
end module
