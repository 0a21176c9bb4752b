! Kernels in Fortran for bench/parallel, each with work for a good part of a second. Every line printed is a
! kernel's name, its seconds and a checksum.
module kernels
  implicit none
contains

  ! TRFD's loop nest: the position is an induction variable of all four loops.
  subroutine trfd(m, x, xkl)
    integer, intent(in) :: m
    real(8), intent(inout) :: x(*)
    real(8), intent(in) :: xkl(*)
    integer :: i, j, k, l, ij, ijkl
    ijkl = 0
    ij = 0
    do i = 1, m
      do j = 1, i
        ij = ij + 1
        ijkl = ijkl + i - j + 1
        do k = i + 1, m
          do l = 1, k
            ijkl = ijkl + 1
            x(ijkl) = sqrt(xkl(l) + k)
          end do
        end do
        ijkl = ijkl + ij
      end do
    end do
  end subroutine trfd

  subroutine heat(n, u, v)
    integer, intent(in) :: n
    real(8), intent(in) :: u(n, n)
    real(8), intent(inout) :: v(n, n)
    integer :: i, j
    do j = 2, n - 1
      do i = 2, n - 1
        v(i, j) = u(i, j) + 0.1d0*(u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1) - 4.0d0*u(i, j))
      end do
    end do
  end subroutine heat

  ! Columns of a matrix, each with a work array.
  subroutine orthogonal(n, m, a, r)
    integer, intent(in) :: n, m
    real(8), intent(in) :: a(n, m)
    real(8), intent(inout) :: r(m)
    real(8) :: work(512), s
    integer :: i, j, k
    do j = 1, m
      do i = 1, n
        work(i) = a(i, j)
      end do
      s = 0.0d0
      do k = 1, 40
        do i = 1, n
          s = s + work(i)*sin(work(i) + k)
        end do
      end do
      r(j) = s
    end do
  end subroutine orthogonal

  subroutine norm(n, x, s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: s
    integer :: i
    s = 0.0d0
    do i = 1, n
      s = s + exp(-x(i)*x(i))
    end do
  end subroutine norm

end module kernels

program measure
  use kernels
  use omp_lib
  implicit none
  real(8), allocatable :: a(:, :), b(:, :), x(:), r(:)
  real(8) :: start, s
  integer :: i, j, t
  integer, parameter :: n = 800
  allocate (a(n, n), b(n, n), x(4000000), r(n))
  do j = 1, n
    do i = 1, n
      a(i, j) = cos(0.1d0*i*j)
      b(i, j) = a(i, j)
    end do
  end do
  x = 1.0d0
  start = omp_get_wtime()
  do t = 1, 120
    call trfd(52, x, a)
  end do
  print *, 'trfd ', omp_get_wtime() - start, sum(x)
  start = omp_get_wtime()
  do t = 1, 300
    call heat(n, a, b)
    call heat(n, b, a)
  end do
  print *, 'heat ', omp_get_wtime() - start, sum(abs(a))
  start = omp_get_wtime()
  call orthogonal(512, n, a(1:512, :), r)
  print *, 'orthogonal ', omp_get_wtime() - start, sum(abs(r))
  start = omp_get_wtime()
  do t = 1, 40
    call norm(size(x), x, s)
  end do
  print *, 'norm ', omp_get_wtime() - start, s
end program measure
