! Arrays as wholes: products of matrices, sections that overlap, constructors, sums, an array that is its own value.
! head: stress(f,mu)>(p,psi)
! not: matmul
! says: element
subroutine stress(f, mu, p, psi)
  implicit none
  real(8), intent(in) :: f(2, 2), mu
  real(8), intent(out) :: p(2, 2), psi
  real(8) :: c(2, 2), v(4), w(-1:2)
  c = matmul(transpose(f), f)
  psi = 0.5d0*mu*(c(1, 1) + c(2, 2) - 2) - mu*log(f(1, 1)*f(2, 2) - f(1, 2)*f(2, 1))
  v = [f(1, 1), f(2, 1)*mu, 1.5d0, psi]
  v(2:4) = v(1:3)
  w = v*[1.0d0, 2.0d0, 3.0d0, 4.0d0] + 1
  p = mu*f + exp(-c)/sum(w)
  p(:, 2) = p(2:1:-1, 1)*dot_product(v(1:2), w(0:1)) + p(:, 2)
  p(1, :) = p(1, :)*p(1, 2)
end subroutine stress
