! The same variable passed as two intent(in) arguments, and overlapping pointers.
! head: overlap(x)>(y)
module overlaps
  implicit none
contains
  subroutine overlap(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    real(8), target :: a(n)
    real(8), pointer :: head(:), tail(:)
    a = x
    head => a(1:n-1)
    tail => a(2:n)
    tail = tail*head
    head(2) = head(2) + tail(1)
    y = product_of(a, a) + product_of(a(1:2), a(2:3))
  end subroutine
  real(8) function product_of(u, v)
    real(8), intent(in) :: u(:), v(:)
    product_of = sum(u*v)
  end function
end module
