! Sections with strides passed to explicit-shape dummies: copied in and out, with their derivatives.
! head: strided(a)>(b)
! size: n=6
subroutine strided(n, a, b)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(out) :: b(n)
  b = a
  call smooth(n/2, b(1:n:2))
  call smooth(n/2, b(n:1:-2))
  call smooth(0, b(2:1))
  call smooth(3, b(4:6))
contains
  subroutine smooth(m, v)
    integer, intent(in) :: m
    real(8) :: v(m)
    integer :: i
    do i = 2, m
       v(i) = v(i) + v(i-1)**2
    end do
  end subroutine
end subroutine
