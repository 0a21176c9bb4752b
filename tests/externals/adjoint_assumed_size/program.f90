! head: model(x)>(y)
! libraries: -llapack -lblas
! adjoint: of arrays without a last extent
! Arrays of assumed size, which only the arguments of BLAS and LAPACK tell the extent of.
subroutine step(n, m, lda, a, b, x, y)
  implicit none
  integer, intent(in) :: n, m, lda
  real(8), intent(inout) :: a(lda, *), b(lda, *), x(*), y(*)
  integer :: ipiv(n), info
  call dgemv('N', n, n, 1d0, a, lda, x, 1, 0.5d0, y, 2)
  call daxpy(n, 2d0, y, 2, x, 1)
  call dgemm('N', 'N', n, m, n, 1d0, a, lda, a, lda, 0.5d0, b, lda)
  call dger(n, n, 0.1d0, x, 1, y, 2, a, lda)
  call dgesv(n, m, a, lda, ipiv, b, lda, info)
end subroutine

subroutine model(x, y)
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y
  real(8) :: a(5, 3), b(5, 3), u(3), v(5), w(5, 3)
  integer :: i, j
  do j = 1, 3
    do i = 1, 5
      a(i, j) = x(mod(i + j, 4) + 1)*0.3d0
      b(i, j) = x(mod(i + 2*j, 4) + 1) + 0.1d0*i
    end do
    a(j, j) = a(j, j) + 3
    u(j) = x(j)**2
  end do
  v = x(4)
  w = b
  call step(3, 3, 5, a, w, u, v)
  y = sum(w*b) + sum(u) + sum(v**2) + sum(a(1:3, :)**2)
end subroutine
