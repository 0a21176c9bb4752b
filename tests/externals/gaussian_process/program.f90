! head: likelihood(x,y,theta)>(value)
! size: n=12
! libraries: -llapack -lblas
! adjoint: through the library
! The log likelihood of a Gaussian process: a Cholesky factor, a solve and a determinant. The matrix
! is an allocatable component of a module's variable, its factor is used by an internal procedure.
module covariance
  implicit none
  type workspace
    real(8), allocatable :: k(:, :)
  end type workspace
  type(workspace), save :: space
contains
  subroutine fill(n, x, theta)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), theta(3)
    integer :: i, j
    if (allocated(space%k)) deallocate (space%k)
    allocate (space%k(n, n))
    do j = 1, n
      do i = 1, n
        space%k(i, j) = theta(1)**2*exp(-((x(i) - x(j))/(1 + theta(2)**2))**2)
      end do
      space%k(j, j) = space%k(j, j) + 1 + theta(3)**2
    end do
  end subroutine fill
end module covariance

subroutine likelihood(n, x, y, theta, value)
  use covariance
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), y(n), theta(3)
  real(8), intent(out) :: value
  real(8) :: alpha(n)
  integer :: info
  real(8), external :: ddot
  call fill(n, x, theta)
  call dpotrf('L', n, space%k, n, info)
  alpha = y
  call dpotrs('L', n, 1, space%k, n, alpha, n, info)
  value = -0.5d0*ddot(n, y, 1, alpha, 1) - determinant()
contains
  function determinant() result(d)
    real(8) :: d
    integer :: i
    d = 0
    do i = 1, n
      d = d + log(space%k(i, i))
    end do
  end function determinant
end subroutine likelihood
