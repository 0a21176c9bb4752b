! Functions that return pointers into their arguments and do nothing with numbers: shadows come along.
! head: kernel(x,a)>(y)
module functions_of_pointers
  implicit none
contains
  function element(v, i) result(p)
    real(8), target, intent(in) :: v(:)
    integer, intent(in) :: i
    real(8), pointer :: p
    p => v(i)
  end function
  function from(v, first, last) result(p)
    real(8), target, intent(in) :: v(:)
    integer, intent(in) :: first
    integer, intent(in), optional :: last
    real(8), pointer :: p(:)
    p => v(first:)
    if (present(last)) p => v(first:last)
  end function
  subroutine aim(v, p)
    real(8), target, intent(in) :: v(:)
    real(8), pointer, intent(out) :: p
    p => element(v, size(v))
  end subroutine
  subroutine kernel(x, a, y)
    real(8), intent(in) :: x, a(3)
    real(8), intent(out) :: y
    real(8), target :: w(5)
    real(8), pointer :: q, r(:)
    integer :: i
    w = x
    w(2:4) = a
    do i = 1, 3
      q => element(w, i)
      q = q*x*w(i+1)
    end do
    element(w, 5) = sin(x)
    r => from(w, 2)
    r = r*w(1)
    r => from(w, 2, 3)
    r = r*r
    call aim(w, q)
    q = q*x
    y = sum(w*w)
  end subroutine
end module
