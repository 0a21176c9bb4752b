module meters
  implicit none
  real(8) :: total = 0
  type :: meter
    real(8) :: reading = 0
  contains
    final :: record
  end type
  type :: station
    type(meter), allocatable :: left, right
  end type
  type, extends(station) :: tower
    integer :: floors = 1
  end type
contains
  impure elemental subroutine record(m)
    type(meter), intent(inout) :: m
    total = total + m%reading**2
  end subroutine
  subroutine shut(s)
    class(station), intent(inout) :: s
    if (allocated(s%left)) deallocate(s%left)
  end subroutine
  subroutine measure(x)
    real(8), intent(in) :: x
    type(tower) :: t
    type(meter), pointer :: p
    allocate(t%left, p)
    t%left%reading = x
    call shut(t)
    deallocate(p)
  end subroutine
  subroutine work(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    total = 0
    call measure(x)
    y = total*x
  end subroutine
end module
