C     Computed GOTO, with every selector inside the range and two outside.
      PROGRAM COMPTD
      INTEGER I, R
      DO 100 I = -1, 6
         R = 0
         GOTO (10, 20, 30, 20), I
         R = -1
         GOTO 90
   10    R = R + 1
   20    R = R + 2
         GOTO 90
   30    R = R + 3
   90    PRINT *, I, R
  100 CONTINUE
      END
