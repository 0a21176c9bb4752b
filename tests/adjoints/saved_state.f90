! What called procedures keep between calls: values of declarations and DATA, tables made by the first call, a
! counter that decides, SAVE without a list in an external function.
! head: model(x)>(y)
! head: outside(x)>(y)
module keepers
  implicit none
contains
  subroutine model(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    integer :: i
    real(8) :: r
    y = 0
    do i = 1, n
      call filter(x(i), r, i == 1)
      y = y + r*i
    end do
  end subroutine
  subroutine filter(v, mean, reset)
    real(8), intent(in) :: v
    real(8), intent(out) :: mean
    logical, intent(in) :: reset
    real(8), save :: weight = 1, table(3)
    logical, save :: first = .true.
    integer, save :: calls
    data calls /3/
    if (first) then
      table = [0.5d0, 0.25d0, 2d0]
      first = .false.
    end if
    if (reset) weight = 1
    calls = calls + 1
    weight = weight*(1 + 0.1d0*v)*table(mod(calls, 3) + 1)
    mean = sin(weight)
  end subroutine
end module

subroutine outside(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  real(8), external :: running
  integer :: i
  y = 0
  do i = 1, 3
    y = y + running(x(i))
  end do
end subroutine

real(8) function running(a)
  implicit none
  real(8), intent(in) :: a
  integer :: n
  real(8) :: last
  save
  data n /0/, last /1d0/
  n = n + 1
  last = last*a/n
  running = last*last
end function
