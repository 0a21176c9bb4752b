! COMMON of a host that its internal procedures name, and others change while these run; one name comes by EQUIVALENCE.
! head: top(x)>(y)
! complex step: it uses EQUIVALENCE
! at: {"x": [0.7, 1.3, 0.4]}
subroutine top(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  real(8) :: a, b(2), all(3)
  integer :: count
  common /blk/ a, b
  common count
  equivalence (a, all(1))
  a = x(1)
  b = x(2:3)
  y = 0
  count = 0
  call inner()
  call second(2.0d0)
  y = y + a*b(1)*count
contains
  subroutine inner()
    integer :: i
    do i = 1, 3
      y = y + a*a
      call other(i)
      y = y*a + b(2) + all(1)*all(3)
    end do
    all(2) = all(2)*x(2)
    call other(count)
    y = y + b(1)
  end subroutine inner

  subroutine second(scale)
    real(8), intent(in) :: scale
    call inner()
    y = y*scale
  end subroutine second
end subroutine top

subroutine other(i)
  implicit none
  integer, intent(in) :: i
  integer :: count
  real(8) :: a, b(2)
  common /blk/ a, b
  common count
  a = 0.5d0*sin(a) + 0.1d0*b(1)*i
  b(2) = cos(a)*b(2)
  count = count + 1
end subroutine other
