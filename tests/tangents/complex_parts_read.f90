! Parts of a complex number that are read where its adjoint is still zero, before the number itself gets its adjoint.
! head: parts(x)>(y)
! complex step: it computes with complex numbers itself
subroutine parts(x, y)
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y(4)
  complex(8) :: z, w
  integer :: i
  z = cmplx(x(1), x(2), 8)
  w = 0.5d0*z*z + 0.45d0
  do i = 1, 4
    y(i) = sin(0.5d0*z%re)*x(i) + z%im
  end do
  y(2) = y(2) + w%re*x(3)
end subroutine
