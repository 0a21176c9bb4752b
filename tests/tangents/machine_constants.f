c     Constants laid over integers, and single precision results of double precision sums.
c     head: mixed(x)>(s)
c     complex step: it uses EQUIVALENCE
c     at: {"n": 4, "x": [0.5, -1.25, 0.75, 2.0], "s": 0.0}
      double precision function tiny_number(i)
      integer i, words(2)
      double precision values(1)
      equivalence (words(1), values(1))
      data words /0, 1048576/
      tiny_number = values(i)
      end

      subroutine mixed(n, x, s)
      integer n, i
      real x(n), s
      double precision total, tiny_number
      external tiny_number
      total = tiny_number(1)
      do i = 1, n
         total = total + dble(x(i))**2
      end do
      s = total
      end
