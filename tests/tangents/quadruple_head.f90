! A head in quadruple precision.
! head: fine(x)>(y)
! complex step: it calls 'erf', which is not known for complex numbers
! not: flang-22
subroutine fine(x, y)
  implicit none
  integer, parameter :: qp = selected_real_kind(30)
  real(qp), intent(in) :: x(3)
  real(qp), intent(out) :: y
  y = sum(x**2)*sin(x(1)) + 0.1_qp*erf(x(2)) + x(3)**1.5_qp
end subroutine
