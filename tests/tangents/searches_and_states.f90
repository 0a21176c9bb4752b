! Procedures that only look at active values, a threshold that only decides, an output that is
! overwritten by constants, a state that comes in with a derivative.
! head: relax(x)>(y)
integer function largest(n, x)
  implicit none
  integer :: n, i
  real(8) :: x(n)
  largest = 1
  do i = 2, n
    if (abs(x(i)) > abs(x(largest))) largest = i
  end do
end function largest

logical function usable(v)
  implicit none
  real(8) :: v
  usable = v == v .and. v /= 0
end function usable

subroutine scale_above(n, x, threshold, factor)
  implicit none
  integer :: n, i
  real(8) :: x(n), threshold, factor
  do i = 1, n
    if (x(i) > threshold) x(i) = x(i)*factor
  end do
end subroutine scale_above

subroutine relax(n, x, y, state, marks)
  implicit none
  integer :: n, i, k
  real(8) :: x(n), y(n), state, marks(n), top
  integer, external :: largest
  logical, external :: usable
  k = largest(n, x)
  top = x(k)
  y = x**2
  call scale_above(n, y, 0.5d0*top, top)
  do i = 1, n
    marks(i) = 1d0
    if (usable(x(i))) state = 0.5d0*state + x(i)*top
  end do
  y(k) = y(k) + state
end subroutine relax
