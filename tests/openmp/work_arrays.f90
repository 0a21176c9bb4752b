! Work arrays that a procedure uses in one loop alone, every iteration has for itself; where all of one is assigned, whatever is
! read of it was written by the same iteration.
! head: work_arrays(x)>(y)
! at: {"n": 6, "m": 4, "chosen": [1, 3, 2, 4, 1, 2], "x": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6], "w": [0.5, 0.7, 0.2, 0.9]}
! tangent: 1
! adjoint: 1
subroutine work_arrays(n, m, chosen, x, w, y)
  integer, intent(in) :: n, m, chosen(n)
  real(8), intent(in) :: x(n), w(m)
  real(8), intent(out) :: y
  real(8), allocatable :: centred(:)
  real(8) :: terms(m)
  integer :: i

  allocate (centred(m))
  y = 0
  do i = 1, n
    centred = w - x(i)
    terms = centred*w + x(i)*centred
    y = y + sum(terms)**2 - terms(chosen(i))*centred(chosen(i))
  end do
  deallocate (centred)
end subroutine
