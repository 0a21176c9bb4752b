! EQUIVALENCE in a module and in a COMMON block.
module store
  implicit none
  real(8) :: number
  integer(8) :: bits
  equivalence (number, bits)
end module

subroutine through(x, y)
  use store, only: number
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: a
  integer(8) :: k
  common /block/ a
  equivalence (a, k)
  number = x*x
  a = x
  k = k + 1
  y = number + a
end subroutine
