! Addresses of what carries no derivatives.
! head: weighted(x)>(y)
! not with: --naive --no-tbr
! complex step: it calls 'c_f_pointer', whose source is not given
module weights
  use, intrinsic :: iso_c_binding
  implicit none
contains
  function weight(table, i) result(out)
    type(c_ptr), intent(in) :: table
    integer, intent(in) :: i
    integer :: out
    integer(c_int), pointer :: entries(:)
    call c_f_pointer(table, entries, [3])
    out = entries(i)
  end function
  subroutine weighted(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    integer(c_int), target :: table(3)
    integer :: i
    table = [4, -1, 2]
    y = 0
    do i = 1, 3
      y = y + weight(c_loc(table), i)*x(i)**2
    end do
  end subroutine
end module
