! Adaptive quadrature over infinite ranges and with break points, double and single.
module integrands
  implicit none
  integer :: which = 0, calls = 0
contains
  subroutine f(x, ierr, value)
    real(8) :: x, value
    integer :: ierr
    calls = calls + 1
    ierr = 0
    select case (which)
    case (1)
      value = exp(-x*x/2)
    case (2)
      value = log(1 + x*x)/(1 + x*x)
    case (3)
      value = 1/(1 + exp(x))
    case (4)
      value = abs(x - 1d0/3)**(-0.25d0)*sin(8*x)
    case (5)
      value = sqrt(abs(x))
    case default
      value = cos(x)/(1 + x**4)
      if (calls > 200) ierr = -1
    end select
  end subroutine
  subroutine g(x, ierr, value)
    real :: x, value
    integer :: ierr
    real(8) :: v
    call f(real(x, 8), ierr, v)
    value = real(v)
  end subroutine
end module
program quadrature
  use integrands
  implicit none
  external :: dqagi, dqagp, qagi, qagp
  real(8) :: r, e, work(2000), points(10)
  real :: sr, se, swork(2000), spoints(10)
  integer :: n, ier, last, iwork(1000), k, inf
  do k = 1, 6
    which = k
    do inf = -1, 2
      if (inf == 0 .or. (k == 3 .and. inf /= 1)) cycle
      calls = 0
      call dqagi(f, 0.5d0, inf, 1d-10, 1d-10, r, e, n, ier, 200, 800, last, iwork, work)
      print '(5i6, 2z18.16)', k, inf, n, ier, last, r, e
      ! The single version reads an undefined variable over the whole line.
      if (inf == 2) cycle
      calls = 0
      call qagi(g, 0.5, inf, 1e-4, 1e-4, sr, se, n, ier, 200, 800, last, iwork, swork)
      print '(3i6, 2z10.8)', n, ier, last, sr, se
    end do
    points(1:2) = [1d0/3, 0.7d0]
    spoints(1:2) = real(points(1:2))
    calls = 0
    call dqagp(f, -1d0, 2d0, 4, points, 1d-9, 1d-9, r, e, n, ier, 404, 804, last, iwork, work)
    print '(3i6, 2z18.16)', n, ier, last, r, e
    calls = 0
    call qagp(g, -1.0, 2.0, 4, spoints, 1e-4, 1e-4, sr, se, n, ier, 404, 804, last, iwork, swork)
    print '(3i6, 2z10.8)', n, ier, last, sr, se
  end do
end program
