! A module with variables, constants, initial values and procedures that share them.
module counter
  implicit none
  integer, parameter :: limit = 5
  integer :: total = 0
  real(8) :: history(limit) = 0d0
  logical, private :: full = .false.
contains
  subroutine record(x)
    real(8), intent(in) :: x
    if (full) return
    total = total + 1
    history(total) = x
    full = total == limit
  end subroutine
  function mean() result(m)
    real(8) :: m
    m = sum(history(1:total))/max(total, 1)
  end function
  logical function is_full()
    is_full = full
  end function
end module
program main
  use counter
  implicit none
  integer :: i
  do i = 1, 7
    call record(sqrt(real(i, 8)))
    print '(i3, es24.16, l2)', total, mean(), is_full()
  end do
  total = 2
  print '(es24.16)', mean(), history
end program
