! reshape with pad=, and eoshift of a matrix with a boundary for each column.
! head: pad_out(u,edge)>(v,w)
subroutine pad_out(n, u, edge, v, w)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: u(n), edge(2)
  real(8), intent(out) :: v(3, 4), w(n, 2)
  real(8) :: pair(n, 2)
  v = reshape(u*u, [3, 4], pad=edge)
  v = v + reshape(u, [3, 4], pad=[edge(1)*edge(2)], order=[2, 1])
  pair = reshape([u, u**2], [n, 2])
  w = eoshift(pair, 1, edge**2, 1)*eoshift(pair, [1, -1], edge(2))
end subroutine
