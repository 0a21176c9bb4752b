! head: solve(p,guess)>(u)
! size: n=4
! libraries: -llapack -lblas
! adjoint: through the library
! Newton's method with a solver whose interface stands in a module, parts of arrays passed by their
! first element, and the residual's norm as the test.
module lapack_interfaces
  implicit none
  interface
    subroutine dgesv(n, nrhs, a, lda, ipiv, b, ldb, info)
      integer, intent(in) :: n, nrhs, lda, ldb
      real(8), intent(inout) :: a(lda, *), b(ldb, *)
      integer, intent(out) :: ipiv(*), info
    end subroutine dgesv
    function dnrm2(n, x, incx)
      integer, intent(in) :: n, incx
      real(8), intent(in) :: x(*)
      real(8) :: dnrm2
    end function dnrm2
  end interface
end module lapack_interfaces

subroutine solve(n, p, guess, u)
  use lapack_interfaces
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: p(n), guess(n)
  real(8), intent(out) :: u(n)
  real(8) :: work(n + 2, n + 1), size
  integer :: pivots(n), info, i, step
  u = guess
  do step = 1, 12
    work = 0
    do i = 1, n
      work(i, n + 1) = -(u(i)**3 + 2*u(i) - p(i) + 0.1d0*u(mod(i, n) + 1))
      work(i, i) = 3*u(i)**2 + 2
      work(i, mod(i, n) + 1) = work(i, mod(i, n) + 1) + 0.1d0
    end do
    size = dnrm2(n, work(1, n + 1), 1)
    if (size < 1d-13) exit
    call dgesv(n, 1, work, n + 2, pivots, work(1, n + 1), n + 2, info)
    call daxpy(n, 1.0d0, work(1, n + 1), 1, u, 1)
  end do
end subroutine solve
