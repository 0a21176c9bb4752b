! Procedures that only ever write constants, into memory that has derivatives in their callers: what was
! there, from the round before, must not stay.
! head: rounds(x)>(y)
subroutine set(n, a, value)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: value
  real(8), intent(out) :: a(n)
  integer :: i
  do i = 1, n
    a(i) = value
  end do
end subroutine set

subroutine reset(work, scale)
  implicit none
  real(8), intent(inout) :: work(2, 2), scale
  call set(4, work, 0d0)
  scale = 2
end subroutine reset

subroutine rounds(x, y)
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y
  real(8) :: t(3), work(2, 2), scale
  integer :: k
  y = 0
  do k = 1, 2
    call set(3, t, 0.5d0)
    call reset(work, scale)
    y = y + t(1)*t(2) + sum(work) + scale*x(k)
    t(2) = x(k)*x(1)
    work(1, 2) = sin(x(k))
    if (k == 1) scale = x(1)
    y = y + t(1) + t(2)*t(3) + scale*sum(work)*x(2)
    t = x(k)
    work = x(k)
  end do
end subroutine rounds
