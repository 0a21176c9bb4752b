C     Arithmetic IF on integers and reals, negative zero included.
      PROGRAM ARIF
      INTEGER I
      REAL X(5)
      DATA X /-1.5, -0.0, 0.0, 2.5, 1.0E-30/
      DO 40 I = -2, 2
         IF (I) 10, 20, 30
   10    PRINT *, I, ' negative'
         GOTO 40
   20    PRINT *, I, ' zero'
         GOTO 40
   30    PRINT *, I, ' positive'
   40 CONTINUE
      DO 80 I = 1, 5
         IF (X(I)*2.0) 50, 60, 70
   50    PRINT *, I, ' negative'
         GOTO 80
   60    PRINT *, I, ' zero'
         GOTO 80
   70    PRINT *, I, ' positive'
   80 CONTINUE
      END
