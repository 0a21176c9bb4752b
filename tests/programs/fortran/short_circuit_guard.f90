! Conditions with calls on the right of .and. and .or., nested, in assignments.
program guards
  implicit none
  integer :: i
  logical :: ok
  real(8) :: v(4) = [1d0, 4d0, -1d0, 9d0]
  do i = 0, 5
    if (i >= 1 .and. i <= 4) then
      ok = positive(v(i)) .and. .not. small(v(i)) .or. i == 3
    else
      ok = .false.
    end if
    print *, i, ok
  end do
  if ((positive(v(1)) .or. small(v(3))) .and. (small(v(1)) .or. positive(v(3)))) print *, 'both'
contains
  logical function positive(x)
    real(8), intent(in) :: x
    positive = x > 0d0
  end function
  logical function small(x)
    real(8), intent(in) :: x
    small = abs(x) < 2d0
  end function
end program
