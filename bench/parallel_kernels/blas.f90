! Calls routines of the reference BLAS for bench/parallel, each with work for a good part of a second. Every line printed
! is a routine's name, its seconds and a checksum.
program blas
  use omp_lib
  implicit none
  integer, parameter :: n = 500
  real(8) :: a(n, n), b(n, n), c(n, n), x(n), y(n), start
  integer :: i, j, t
  external :: dgemm, dsyrk, dsyr2k, dtrmm, dsymm, dgemv, dger, dtrsm
  do j = 1, n
    do i = 1, n
      a(i, j) = cos(0.1d0*i + j) + merge(40.0d0, 0.0d0, i == j)
    end do
    x(j) = sin(0.3d0*j)
  end do
  call begin
  call dgemm('N', 'N', n, n, n, 1.0d0, a, n, b, n, 0.5d0, c, n)
  call finish('dgemm')
  call dsyrk('U', 'N', n, n, 1.0d0, a, n, 0.5d0, c, n)
  call finish('dsyrk')
  call dsyr2k('L', 'N', n, n, 1.0d0, a, n, b, n, 0.5d0, c, n)
  call finish('dsyr2k')
  c = b
  call begin
  call dtrmm('L', 'U', 'N', 'N', n, n, 0.01d0, a, n, c, n)
  call finish('dtrmm')
  call dsymm('L', 'U', n, n, 1.0d0, a, n, b, n, 0.5d0, c, n)
  call finish('dsymm')
  c = b
  start = omp_get_wtime()
  call dtrsm('L', 'U', 'N', 'N', n, n, 1.0d0, a, n, c, n)
  call finish('dtrsm')
  do t = 1, 1500
    call dgemv('T', n, n, 1.0d0, a, n, x, 1, 0.5d0, y, 1)
  end do
  c(:, 1) = y
  call finish('dgemv')
  do t = 1, 1500
    call dger(n, n, 1.0d-3, x, 1, y, 1, c, n)
  end do
  call finish('dger')
contains
  subroutine begin
    integer :: k, l
    do l = 1, n
      do k = 1, n
        b(k, l) = sin(0.2d0*k*l)
      end do
    end do
    c = 1.0d0
    y = 1.0d0
    start = omp_get_wtime()
  end subroutine begin
  subroutine finish(name)
    character(*), intent(in) :: name
    real(8) :: seconds
    seconds = omp_get_wtime() - start
    print *, name, ' ', seconds, sum(abs(c))
    call begin
  end subroutine finish
end program blas
