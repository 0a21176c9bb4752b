! RESHAPE wants a shape of constant size: temporaries that hold one are no allocatables.
! head: turned(x)>(y)
subroutine turned(x, y)
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(inout) :: y(4)
  real(8) :: b(4), c(2, 2), a(2, 2)
  integer :: n(2)
  n = [2, 2]
  a = 0
  a(1, 1) = x(1)*x(2)
  a(1, 2) = x(2)
  b = reshape(a, shape(b))
  c = reshape(b, [shape(x(1:1)) + 1, n(2)])
  y = b*y + reshape(c, [size(y)])
end subroutine
