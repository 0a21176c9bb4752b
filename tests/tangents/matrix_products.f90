! matmul in its three shapes and transpose: a least squares residual.
! head: residual(a,x)>(r,g)
subroutine residual(n, a, x, r, g)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n, 3), x(3)
  real(8), intent(out) :: r, g(3)
  real(8) :: ata(3, 3), e(n)
  e = matmul(a, x) - 1
  ata = matmul(transpose(a), a)
  g = matmul(e, a) + matmul(ata, x)
  r = dot_product(e, e) + sum(ata*transpose(ata))
end subroutine
