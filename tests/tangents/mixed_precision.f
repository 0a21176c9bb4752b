! Double precision by way of a single one: a statement function with an implicit type, and a variable.
! head: valley(x)>(valley)
! size: n=4
! complex step: it computes in single precision
      double precision function valley(n, x)
      integer n, i
      double precision x(n), t
      real s
      sq(t) = t*t
      valley = 0.d0
      do i = 1, n - 1
        s = x(i)
        valley = valley + 10.d0*sq(x(i+1) - sq(x(i))) + sin(s)
      end do
      end
