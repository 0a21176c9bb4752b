! SAVE with and without a list, and initialisation in the declaration.
program saves
  implicit none
  integer :: i
  do i = 1, 4
    call count_up(i)
    call accumulate(real(i, 8))
  end do
contains
  subroutine count_up(k)
    integer, intent(in) :: k
    integer :: calls = 0
    integer, save :: total
    if (calls == 0) total = 0
    calls = calls + 1
    total = total + k*calls
    print *, calls, total
  end subroutine
  subroutine accumulate(x)
    real(8), intent(in) :: x
    real(8) :: sum, history(4)
    logical :: first
    save
    data first /.true./
    if (first) then
      sum = 0d0
      history = 0d0
      first = .false.
    end if
    history = cshift(history, -1)
    history(1) = x
    sum = sum + x/3d0
    print '(5es24.16)', sum, history
  end subroutine
end program
