! Additions to one element are summed up first, in branches too, and with EQUIVALENCE, pointers and components as they lie.
! complex step: it uses EQUIVALENCE
! head: stencil(x)>(y)
! head: shared(x)>(x,y)
module sums_of_elements
  implicit none
  type :: cell
    real(8) :: u, v(2)
  end type
contains
  subroutine stencil(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(0:n)
    real(8), intent(inout) :: y(n)
    real(8) :: s
    integer :: i
    do i = 1, n
      s = x(i)*x(i - 1)
      if (i < n) s = s + x(i)*x(i + 1)
      if (i > 2) then
        s = s - x(i)*x(i - 2)
        if (s > 0) s = s + x(i)*s
      end if
      y(i) = y(i)*s + x(i)*x(i - 1)*s
    end do
  end subroutine stencil
  subroutine shared(n, x, y)
    integer, intent(in) :: n
    real(8), intent(inout), target :: x(n)
    real(8), intent(inout) :: y
    real(8), pointer :: p(:)
    real(8) :: a(3), b(2)
    type(cell) :: c(2)
    integer :: i
    equivalence (a(2), b(1))
    p => x(2:)
    a = [x(1), x(2), x(1)]
    c = cell(x(1), [x(1), x(2)])
    do i = 1, 2
      a(i) = a(i)*b(1) + a(i)*a(i + 1)
      b(i) = b(i)*a(i) + a(i)
      a(i) = a(i)*b(i) - b(1)
      x(i) = x(i)*p(i) + x(i)*a(i)
      p(i) = p(i)*x(i + 1) + x(i)
      c(i)%v(i) = c(i)%v(1)*c(i)%u + c(i)%v(i)*x(i)
      y = y + a(i)*b(i) + a(i)*p(i) + c(i)%v(i)**2
    end do
  end subroutine shared
end module
