! Procedures of the file that the head does not reach, with dummy procedures and allocatables.
! head: head(x)>(y)
subroutine head(x, y)
  real(8) x, y
  y = sin(x)
end subroutine
subroutine other(a, f)
  real(8), allocatable :: a(:)
  external f
  call f(a(1))
  call third(a)
contains
 subroutine third(a)
  real(8), allocatable :: a(:)
   a = [a, 1d0]
 end subroutine
end subroutine
