! Calls that cannot be flattened in: recursion, loops of unknown length; assumed-shape and explicit-shape arrays, sections, an
! argument that may stay as it is, in a branch.
! head: model(x)>(y)
! says: call relax_dv(
! says: call partly_dv(
module contracted
  implicit none
contains
  recursive function power(n, x) result(r)
    integer, intent(in) :: n
    real(8), intent(in) :: x
    real(8) :: r
    if (n == 0) then
      r = 1.0d0
    else
      r = x*power(n - 1, x)
    end if
  end function
  subroutine relax(n, a, v, count)
    integer, intent(in) :: n
    real(8), intent(in) :: a(:)
    real(8), intent(inout) :: v(:)
    integer, intent(out) :: count
    integer :: i, k
    do k = 1, n
      do i = 1, size(v)
        v(i) = 0.5d0*(v(i) + a(1)/v(i)) + sin(a(2))*0.1d0
      end do
    end do
    count = size(v)
  end subroutine
  subroutine partly(x, y)
    real(8), intent(in) :: x
    real(8), intent(inout) :: y
    integer :: i
    do i = 1, int(abs(x)*3)
      y = x*i + y*0.5d0
    end do
  end subroutine
  subroutine smooth(n, v)
    integer, intent(in) :: n
    real(8), intent(inout) :: v(n)
    integer :: i
    do i = 2, n
      v(i) = 0.5d0*(v(i - 1)*v(i) + v(i))
    end do
  end subroutine
  subroutine model(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y(2)
    real(8) :: v(3), a(2)
    integer :: count
    a = [x(1)*x(2), x(3)]
    v = 1.0d0 + x**2
    call relax(n, a, v, count)
    call smooth(2, v)
    call relax(2, v(1:2), a, count)
    y(1) = a(1)*a(2) + power(n, v(1)*x(2)) + v(2)
    if (x(1) > 0.0d0) then
      y(2) = v(3)*count
      call partly(x(1), y(2))
    else
      y(2) = power(n, x(1)) + v(3)
    end if
    call partly(x(2)*x(3), y(1))
  end subroutine
end module
