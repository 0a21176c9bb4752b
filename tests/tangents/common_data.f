C head: s(x)>(y)
C A COMMON block that a procedure gives its values: the generated file must not give them once more.
      subroutine s(n, x, y)
      integer n, i
      double precision x(n), y, t, a(3)
      common /blk/ a
      data a /1.d0, 2.d0, 3.d0/
      t = 1.d0
      do 10 i = 1, n
        if (x(i)) 20, 30, 40
   20   t = t*x(i)
        goto 10
   30   t = t + 1.d0
        goto 10
   40   t = t + x(i)*a(mod(i, 3) + 1)
   10 continue
      y = t*t
      end
