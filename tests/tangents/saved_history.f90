! SAVEd state over calls with an early return, DATA and a saved allocatable.
! head: history(x)>(y)
module histories
  implicit none
contains
  subroutine history(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    integer :: i
    real(8) :: r
    y = 0
    call record(0d0, r, .true.)
    do i = 1, n
       call record(x(i), r, .false.)
       y = y + r*i
    end do
  end subroutine
  subroutine record(v, mean, reset)
    real(8), intent(in) :: v
    real(8), intent(out) :: mean
    logical, intent(in) :: reset
    real(8), allocatable, save :: past(:)
    real(8), save :: weight
    data weight /1d0/
    mean = 0
    if (reset) then
       if (allocated(past)) deallocate(past)
       allocate(past(0))
       weight = 1
       return
    end if
    past = [past, v*weight]
    weight = weight*(1 + 0.1d0*v)
    mean = sum(past)/size(past)
  end subroutine
end module
