      subroutine head(n, x, y)
      integer n, i
      double precision x(n), y(n)
      do i = 1, n
        y(i) = x(i)
      end do
      call scale(n, x(1), y)
      end
