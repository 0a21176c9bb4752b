      double precision function first(x)
      double precision x
      first = x*x
      end

      subroutine add(n, a, t)
      integer n, i
      double precision a(n, n), t(*)
      do i = 1, n
         t(1) = t(1) + a(i, i)**2
      end do
      end

      double precision function spread(n, x, incx, y, incy)
      integer n, incx, incy, i
      double precision x(*), y(*)
      spread = 0
      do i = 1, n
         spread = spread + x(1 + (i - 1)*incx)*y(1 + (i - 1)*incy)**2
      end do
      end
