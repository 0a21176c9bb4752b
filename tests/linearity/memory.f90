! Memory that is seen in several ways.
!   pairs bits: i,d nonlinear
!   pairs overlap: a,x linear 1; y,x linear 1; y,a linear 1
!   pairs parts: p%x,x linear 1; p%y,x nonlinear 2; q%x,x linear 1; q%x,p%x linear 1; q%y,x nonlinear 2; q%y,p%y linear 1; z,x nonlinear 2; z,q%y linear 1; z,p%y linear 1
!   pairs part_of_complex: z,z linear 1; z,x linear 1; y,x linear 1; y,z linear 1
module records
  type point
    real(8) :: x, y
  end type
end module

subroutine bits(d, i)
  real(8), intent(in) :: d
  integer(8), intent(out) :: i
  i = transfer(d, i)
end subroutine

subroutine overlap(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: a(2), b
  equivalence (a(2), b)
  a(1) = 0
  b = x
  y = a(1) + a(2)
end subroutine

subroutine parts(x, z)
  use records
  real(8), intent(in) :: x
  real(8), intent(out) :: z
  type(point) :: p, q
  p%x = 2*x
  p%y = x*x
  q = p
  z = q%y
end subroutine

subroutine part_of_complex(x, z, y)
  real(8), intent(in) :: x
  complex(8), intent(inout) :: z
  real(8), intent(out) :: y
  z%re = 3*x
  y = real(conjg(z)) + aimag(z)
end subroutine
