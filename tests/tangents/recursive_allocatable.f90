! A record with an allocatable part of its own type.
! head: m%chain(x)>(y)
module m
  implicit none
  type :: link
    real(8) :: x
    type(link), allocatable :: next
  end type
contains
  subroutine chain(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    type(link) :: a
    a%x = x
    allocate (a%next)
    a%next%x = a%x**2
    allocate (a%next%next)
    a%next%next%x = 3*a%next%x
    y = a%next%next%x
  end subroutine
end module
