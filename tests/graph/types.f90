! What breaks a run, and what does not.
! graphs types: 2/2 2/1 1/0 2/1 2/1
! lines types: 18; 20; 25 25 25; 27; 29
! graphs records: 7/6
! independents records 1: p%x, p%y, q(i)%x, q(i)%y
! dependents records 1: p%x, q(i)%y, s
subroutine types(x, y, z, a, n)
  real(8) :: x, y, a(n)
  complex(8) :: z
  logical :: big
  integer :: n, i
  real(4) :: f
  real(8), parameter :: half = 0.5d0




  y = x*x
  z = cmplx(y, x, 8)
  y = sin(y)
  a = y



  i = n - 1; big = x > 1; f = real(y, 4)
  call other(y)
  y = half*f
  where (a > 0) a = a*x
  y = merge(x, half, big)
end subroutine

subroutine other(y)
  ! graphs other: 2/2
  real(8) :: y
  y = y*y
end subroutine

subroutine records(p, q, i, s)
  type point
    real(8) :: x, y
  end type
  type(point) :: p, q(*)
  integer :: i
  real(8) :: s
  p%x = p%x*p%y
  q(i)%y = q(i)%x*q(i)%y
  s = p%x*q(i)%y
end subroutine
