! Work arrays that whole-array statements and callees fill are new in every iteration: both sweeps run in one loop, and
! the loop keeps nothing. The last loop fills one array only in part.
! head: work(x)>(y)
! fused: 40 48
! keeps: 13:out 43:fresh 53:less
module steps
  implicit none
contains
  subroutine both(a, out)
    real(8), intent(in) :: a(:)
    real(8), intent(out) :: out(2)
    out = a(1:2)*a(2)
    out(2) = out(1)*out(2)
  end subroutine

  subroutine first(n, a, out)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8), intent(inout) :: out(n)
    out(:) = sin(a)
  end subroutine

  real(8) function total(v)
    real(8), intent(in) :: v(:)
    total = sum(v**2)
  end function
end module

subroutine work(n, x, y)
  use steps
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n + 1)
  real(8), intent(out) :: y(n)
  real(8) :: pair(2), back(n), less(n)
  real(8), allocatable :: fresh(:)
  integer :: k
  allocate (fresh(n))
  less = x(1)
  do k = 1, n
    call both(x(k:), pair)
    call first(n, x, fresh)
    fresh(2:) = fresh(2:)*x(k)
    y(k) = total(pair)*total(fresh)
  end do
  deallocate (fresh)
  y(n) = 0d0
  do k = 1, n
    back(n:1:-1) = x(:n)*x(k)
    y(k) = y(k) + total(back)
  end do
  do k = 1, n
    less(2:) = cos(x(2:n))*x(k)
    y(k) = y(k) + total(less)
  end do
end subroutine
