! Strings of assumed length, a deferred-length string, and an array of cases chosen by name.
! head: choose(x)>(y)
module choosing
  implicit none
contains
  subroutine choose(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    character(len=:), allocatable :: names
    integer :: i
    names = 'sce'
    y = 0
    do i = 1, n
       y = y + by_name(names(mod(i, 3) + 1:mod(i, 3) + 1), x(i))
    end do
    y = y*len(trim('ab '))
  end subroutine
  real(8) function by_name(name, v) result(r)
    character(len=*), intent(in) :: name
    real(8), intent(in) :: v
    select case (name)
    case ('s')
       r = sin(v)
    case ('c')
       r = cos(v)
    case default
       r = exp(v)
    end select
  end function
end module
