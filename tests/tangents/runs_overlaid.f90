! Runs on memory with several names: COMMON blocks and EQUIVALENCE, seen by an internal procedure too.
! head: overlaid(x)>(y)
! complex step: it uses EQUIVALENCE
subroutine overlaid(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(3)
  real(8) :: a(3), b, c, d(2), e
  integer :: i
  equivalence (a(2), b), (a(3), d(1))
  common /runs_block/ c, e
  c = x(1)
  do i = 1, 3
    a(1) = x(i)*c
    a(2) = a(1) + x(2)
    a(3) = sin(x(3))
    b = b*a(1)
    d(1) = d(1) + a(2)
    a(i) = a(i)*b
    c = a(3)*b - 0.2d0*c
    d(2) = a(i)
    call shift()
    y(i) = c*d(1) + d(2)*e
    a(2) = y(i)*b
    y(i) = y(i) - b
  end do
contains
  subroutine shift()
    real(8) :: t
    t = c*b
    e = t + d(1)
    c = c - 0.1d0*e
    b = b*c
  end subroutine
end subroutine
