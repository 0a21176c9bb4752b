C     Nested loops that share their last statement; jumps to it cycle the inner one.
      PROGRAM SHARED
      INTEGER I, J, A(4, 5), S
      S = 0
      DO 10 I = 1, 4
      DO 10 J = 1, 5
         A(I, J) = 10*I + J
         IF (I .EQ. J) GOTO 10
         S = S + A(I, J)
   10 CONTINUE
      PRINT *, S
      DO 20 I = 1, 4
      DO 20 J = 1, 5
   20 A(I, J) = A(I, J) - S
      PRINT '(5I6)', ((A(I, J), J = 1, 5), I = 1, 4)
      END
