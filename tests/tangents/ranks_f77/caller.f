c     Arrays where the callee has a scalar, scalars and constants where it has an array.
c     head: norms(a)>(r)
c     complex step: over complex numbers it does not compile:
c     at: {"n": 3, "a": [1.5, -0.4, 0.3, 0.2, 2.5, -0.6, 0.7, 0.1, 3.5], "r": [0, 0, 0]}
      subroutine norms(n, a, r)
      integer n
      double precision a(n, n), r(3), total
      double precision first, spread
      external first, spread, add
      r(1) = first(a)
      total = a(2, 2)
      call add(n, a, total)
      r(2) = total*r(1)
      r(3) = spread(2, 3.0d0, 0, a(1, 2), 1)
      end
