! Work arrays that whole-array statements fill are new in every iteration, if all of them is filled: sections, arrays
! allocated with other bounds, callees that write less than the caller reads.
! head: work(x)>(y)
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

subroutine work(x, y)
  use steps
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y(4)
  real(8) :: pair(2), all(3), turned(3), back(3), shifted(0:2)
  real(8), allocatable :: fresh(:), less(:), moved(:)
  integer :: k, n
  n = 3
  allocate (fresh(n), less(n), moved(-1:1))
  less = x(1)
  all = x(2)
  turned = x(3)
  shifted = x(4)
  moved = x(1)
  do k = 1, 3
    call both(x(k:), pair)
    fresh(:) = x(2:4)*x(k)
    y(k) = total(pair)*total(fresh)
  end do
  y(4) = 1d0
  do k = 1, 4
    call first(2, x, less)
    y(k) = y(k) + total(less)
    less(3) = less(3)*cos(x(k))
  end do
  do k = 1, 4
    call first(2, x, moved)
    y(k) = y(k) + total(moved)
    moved(1) = moved(1)*x(k)
  end do
  do k = 1, 4
    all(1:2) = sin(x(2:3))*x(k)
    y(k) = y(k) + total(all)
    all(3) = all(3)*x(k)
  end do
  do k = 1, 4
    back(3:1:-1) = x(:3)*x(k)
    y(k) = y(k) + total(back)
  end do
  do k = 1, 4
    turned(1:3:2) = cos(x(2:3))*x(k)
    y(k) = y(k) + total(turned)
    turned(2) = turned(2)*x(k)
  end do
  do k = 1, 4
    shifted(1:) = sin(x(:2))*x(k)
    y(k) = y(k) + total(shifted)
    shifted(0) = shifted(0)*x(k)
  end do
end subroutine
