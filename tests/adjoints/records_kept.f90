! Records that the backward sweep needs again: arrays of them, with records, arrays and allocatables inside,
! as local variables of called procedures, overwritten in loops.
! head: flights%total(x)>(y)
module flights
  implicit none
  type :: leg
    real(8) :: speed(2), height
  end type
  type :: flight
    integer :: number
    type(leg) :: legs(2)
    real(8), allocatable :: loads(:)
  end type
contains
  subroutine plan(n, x, way)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    type(flight), intent(inout) :: way
    integer :: i
    way%number = n
    do i = 1, 2
      way%legs(i)%speed = [x(i), x(i)*x(n)]
      way%legs(i)%height = x(i)**2
    end do
    if (allocated(way%loads)) deallocate (way%loads)
    allocate (way%loads(0:n - 1))
    way%loads = x**2
  end subroutine
  real(8) function cost(n, x) result(c)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    type(flight) :: ways(2), last
    type(leg) :: spare(3)
    integer :: i, k
    c = 0
    do k = 1, 3
      do i = 1, 2
        call plan(n - i + 1, k*x(:n - i + 1), ways(i))
        ways(i)%legs(1) = ways(i)%legs(2)
        ways(i)%legs(2)%speed(1) = ways(i)%legs(1)%speed(2)*ways(i)%loads(1)
      end do
      last = ways(min(k, 2))
      spare = ways(1)%legs(1)
      spare(2) = leg([x(1), x(2)], x(1)*x(2))
      c = c + sum(last%loads*last%loads) + last%legs(2)%speed(1)*last%legs(1)%height
      c = c*cos(spare(1)%height*spare(2)%height) + spare(2)%speed(1)*spare(3)%speed(2)
    end do
  end function
  subroutine total(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    y = cost(n, x)
    y = y*cost(n, x(n:1:-1))
  end subroutine
end module
