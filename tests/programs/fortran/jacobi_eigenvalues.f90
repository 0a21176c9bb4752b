! Eigenvalues by Jacobi rotations, with several reasons to skip or stop.
module eigen
  implicit none
contains
  subroutine jacobi(a, d, v, rotations)
    real(8), intent(inout) :: a(:, :)
    real(8), intent(out) :: d(:), v(:, :)
    integer, intent(out) :: rotations
    integer :: n, sweep, p, q, k
    real(8) :: off, g, h, t, c, s, theta
    n = size(d)
    v = 0d0
    do p = 1, n
      v(p, p) = 1d0
    end do
    rotations = 0
    sweeps: do sweep = 1, 50
      off = 0d0
      do p = 1, n - 1
        off = off + sum(abs(a(p, p + 1:n)))
      end do
      if (off == 0d0) exit sweeps
      do p = 1, n - 1
        do q = p + 1, n
          g = 100d0*abs(a(p, q))
          if (sweep > 4 .and. abs(a(p, p)) + g == abs(a(p, p))) then
            a(p, q) = 0d0
            cycle
          end if
          if (abs(a(p, q)) <= 1d-300) cycle
          h = a(q, q) - a(p, p)
          if (abs(h) + g == abs(h)) then
            t = a(p, q)/h
          else
            theta = 0.5d0*h/a(p, q)
            t = 1d0/(abs(theta) + sqrt(1d0 + theta**2))
            if (theta < 0d0) t = -t
          end if
          c = 1d0/sqrt(1 + t**2)
          s = t*c
          do k = 1, n
            call rotate(a(k, p), a(k, q))
          end do
          do k = 1, n
            call rotate(a(p, k), a(q, k))
            call rotate(v(k, p), v(k, q))
          end do
          a(p, q) = 0d0
          a(q, p) = 0d0
          rotations = rotations + 1
        end do
      end do
    end do sweeps
    do p = 1, n
      d(p) = a(p, p)
    end do
  contains
    subroutine rotate(x, y)
      real(8), intent(inout) :: x, y
      real(8) :: old
      old = x
      x = c*x - s*y
      y = s*old + c*y
    end subroutine
  end subroutine
end module
program main
  use eigen
  implicit none
  integer, parameter :: n = 5
  real(8) :: a(n, n), d(n), v(n, n)
  integer :: i, j, r
  do j = 1, n
    do i = 1, n
      a(i, j) = 1d0/(i + j - 1)
    end do
  end do
  call jacobi(a, d, v, r)
  print *, r
  print '(5es24.16)', d, v(:, 1)
end program
