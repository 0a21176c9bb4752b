! With a head, only what varies has vertices.
! head: top(x)>(y)
! graphs top: 3/2
! independents top 1: x
! dependents top 1: y
! graphs below: 2/1
! procedures: top below
subroutine top(x, p, y)
  real(8) :: x, p, y, q
  q = p*p
  y = q*x + p
  call below(p, y)
end subroutine

subroutine below(p, y)
  real(8) :: p, y
  y = exp(p)*y
end subroutine

subroutine aside(x)
  real(8) :: x
  x = x*x
end subroutine
