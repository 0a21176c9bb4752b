! pack and unpack: the entries over a threshold are squared in place.
! head: threshold(u)>(v,tail)
subroutine threshold(n, u, v, tail)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: u(n)
  real(8), intent(out) :: v(n), tail(n)
  real(8), allocatable :: large(:)
  large = pack(u, u > 0.8d0)
  large = large**2/sum(large)
  v = unpack(large, u > 0.8d0, 3*u)
  tail = pack(u*v, u <= 0.8d0, v)
end subroutine
