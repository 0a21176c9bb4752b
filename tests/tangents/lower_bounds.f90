! Arrays with lower bounds of their own, also of an assumed-shape dummy.
! head: ghost(u)>(r)
! complex step: it calls 'maxval', which is not known for complex numbers
module ghosts
  implicit none
contains
  subroutine ghost(n, u, r)
    integer, intent(in) :: n
    real(8), intent(in) :: u(0:n)
    real(8), intent(out) :: r(-1:n-1)
    call shifted(u, r)
    r(-1) = maxval(u)*r(-1) + product(u(0:2))
  end subroutine
  subroutine shifted(v, w)
    real(8), intent(in) :: v(5:)
    real(8), intent(out) :: w(:)
    integer :: i
    do i = lbound(v, 1), ubound(v, 1)
       w(i - 4) = v(i)**2*i
    end do
  end subroutine
end module
