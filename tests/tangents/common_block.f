C head: s(/blk/a,x)>(y,/blk/b)
C complex step: it computes in single precision
      subroutine s(n, x, incx, y, ld)
      integer n, incx, ld
      real x(*), y(ld, *), a(3), b
      common /blk/ a, b
      integer i
      b = 0
      do 10 i = 1, n
        y(1,i) = a(2)*x(1+(i-1)*incx)**2
        b = b + y(1,i)
   10 continue
      end
      program main
      real x(10), y(3,10)
      x = 1
      call s(10, x, 1, y, 3)
      print *, y
      end
