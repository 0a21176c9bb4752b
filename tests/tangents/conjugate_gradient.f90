! Conjugate gradients on a tridiagonal matrix that depends on the independents.
! head: cg(d,b)>(x)
! size: n=6
subroutine cg(n, d, b, x)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: d(n), b(n)
  real(8), intent(out) :: x(n)
  real(8) :: r(n), p(n), q(n), rho, rho0, alpha
  integer :: k
  x = 0
  r = b
  p = r
  rho = dot_product(r, r)
  do k = 1, n
     q = (3 + d)*p
     q(2:) = q(2:) - p(:n-1)
     q(:n-1) = q(:n-1) - p(2:)
     alpha = rho/dot_product(p, q)
     x = x + alpha*p
     r = r - alpha*q
     rho0 = rho
     rho = dot_product(r, r)
     if (sqrt(rho) < 1d-13) exit
     p = r + (rho/rho0)*p
  end do
end subroutine
