! head: model(x)>(y)
! adjoint: yes
! What a procedure without source overwrites in a loop is needed as it was: all of an array, wherever the
! procedure is told to begin.
subroutine model(x, y)
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y
  real(8) :: w(6)
  integer :: k, j
  external :: fill
  y = 0.1d0
  do k = 1, 3
    call fill(k, w)
    call fill(k + 1, w(3))
    do j = 1, 4
      y = y + w(j)*sin(x(j))*y + w(j + 2)*x(j)
    end do
  end do
end subroutine model
