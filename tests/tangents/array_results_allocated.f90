! The results of array functions, elemental ones and others, go to allocatables that are allocated already, with the same shape or another one,
! that are read later, are components, or are allocated by the assignment in one pass of a loop and reused in the next.
! head: head(x)>(y)
module array_results_allocated
  implicit none
  type series
    real(8), allocatable :: values(:)
  end type
contains
  function squares(n, x) result(r)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8) :: r(n)
    r = x*x
  end function
  elemental function bent(x) result(r)
    real(8), intent(in) :: x
    real(8) :: r
    r = sin(x)
  end function
  subroutine head(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    real(8), allocatable :: a(:), b(:), c(:)
    type(series) :: s
    integer :: k
    allocate(a(n), c(0:n+1))
    a = 0.5d0*x
    c = 0
    a = squares(n, a)
    do k = 1, 3
      b = squares(n, a(1:n))
      a = b*0.5d0 + a
    end do
    c = squares(n - 1, b(2:n))
    y = sum(a) + sum(b)*0.25d0 + sum(c)*size(c)*lbound(c, 1)
    b = bent(b)
    c = bent(a)
    s%values = squares(n, x)
    s%values = squares(n - 1, b)
    y = y + sum(b*c) + sum(s%values)*size(s%values)
  end subroutine
end module
