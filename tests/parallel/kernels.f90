! Kernels for `costate parallelize`, in Fortran: columns, reductions, a work array, a masked sum.
! directives: 6
module kernels
  implicit none
contains

  subroutine multiply(n, a, b, c)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n, n), b(n, n)
    real(8), intent(out) :: c(n, n)
    integer :: i, j, k
    do j = 1, n
      do i = 1, n
        c(i, j) = 0.0d0
      end do
      do k = 1, n
        do i = 1, n
          c(i, j) = c(i, j) + a(i, k)*b(k, j)
        end do
      end do
    end do
  end subroutine multiply

  subroutine smooth(n, a)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n, n)
    real(8) :: work(500)
    integer :: i, j
    do j = 1, n
      do i = 1, n
        work(i) = a(i, j)
      end do
      do i = 2, n - 1
        a(i, j) = (work(i - 1) + work(i) + work(i + 1))/3.0d0
      end do
    end do
  end subroutine smooth

  function total(n, a) result(s)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n, n)
    real(8) :: s
    integer :: i, j
    s = 0.0d0
    do j = 1, n
      do i = 1, n
        s = s + a(i, j)*mod(i + 2*j, 5)
      end do
    end do
  end function total

  subroutine bounds(n, a, low, high, all_small)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n, n)
    real(8), intent(out) :: low, high
    logical, intent(out) :: all_small
    integer :: j
    low = 1.0d30
    high = -1.0d30
    all_small = .true.
    do j = 1, n
      low = min(low, a(j, j))
      if (a(j, j) > high) high = a(j, j)
      all_small = all_small .and. abs(a(j, j)) < 2.0d0
    end do
  end subroutine bounds

  subroutine triangle(n, a)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n, n)
    integer :: i, j
    do j = 1, n
      do i = 1, j - 1
        a(i, j) = a(j, i)
      end do
    end do
  end subroutine triangle

end module kernels

program main
  use kernels
  implicit none
  integer, parameter :: n = 120
  real(8) :: a(n, n), b(n, n), c(n, n), low, high
  logical :: all_small
  integer :: i, j
  do j = 1, n
    do i = 1, n
      a(i, j) = cos(0.1d0*i*j)
      b(i, j) = sin(0.2d0*(i + j))
    end do
  end do
  call multiply(n, a, b, c)
  print '(a, es16.8)', 'multiply ', total(n, c)
  call smooth(n, a)
  print '(a, es16.8)', 'smooth ', total(n, a)
  call triangle(n, b)
  print '(a, es16.8)', 'triangle ', total(n, b)
  call bounds(n, a, low, high, all_small)
  print '(a, 2es16.8, l2)', 'bounds ', low, high, all_small
end program main
