subroutine outer(x, y)
  double precision, intent(in) :: x
  double precision, intent(out) :: y
  double precision :: a
  common /shared/ a
  a = x*x
  call inner()
  y = a
end subroutine

subroutine inner()
  integer :: k(2)
  common /shared/ k
  k(1) = k(1) + 1
end subroutine
