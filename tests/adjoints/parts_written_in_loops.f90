! Half of a complex number is not all of it, and one element of every record's array not all of one record's: the
! other parts come from earlier iterations.
! head: parts(x)>(y)
! complex step: it computes with complex numbers itself
subroutine parts(x, y)
  implicit none
  type :: pair
    real(8) :: a(2)
  end type
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y(4)
  complex(8) :: w(2)
  type(pair) :: r(2)
  integer :: k
  w = (1d0, 2d0)*x(1)
  r(1)%a = x(2)
  r(2)%a = x(3)
  do k = 1, 4
    w(1)%re = sin(x(k))
    y(k) = real(w(1)*w(1)) + aimag(w(1))*x(k)
    w(1)%im = w(1)%im*x(k)
  end do
  do k = 1, 4
    r%a(2) = x(k)**2
    y(k) = y(k) + sum(r(2)%a**2)*r(1)%a(1)
    r%a(1) = r(1)%a(1)*r(2)%a(2)
  end do
end subroutine
