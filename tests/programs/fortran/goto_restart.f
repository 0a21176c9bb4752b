C     A jump out of a DO loop back to before it: start again with another guess.
      PROGRAM RESTRT
      INTEGER I, TRIES
      DOUBLE PRECISION X, F
      TRIES = 0
      X = 0.1D0
   10 TRIES = TRIES + 1
      DO 20 I = 1, 30
         F = X*X*X - 2.0D0*X + 2.0D0
         IF (ABS(F) .LT. 1.0D-13) GOTO 40
         IF (ABS(3.0D0*X*X - 2.0D0) .LT. 0.5D0) THEN
            X = X - 0.7D0
            GOTO 10
         END IF
         X = X - F/(3.0D0*X*X - 2.0D0)
   20 CONTINUE
      IF (TRIES .GE. 5) GOTO 30
      X = -DBLE(TRIES)
      GOTO 10
   30 PRINT *, 'no convergence'
   40 WRITE (*, '(2I4, ES24.16)') TRIES, I, X
      END
