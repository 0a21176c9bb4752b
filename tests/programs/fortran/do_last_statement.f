C     Loops that end on an assignment, an IF and a call, with jumps to them.
      SUBROUTINE BUMP(X)
      REAL X
      X = X + 0.5
      END
      PROGRAM LAST
      INTEGER I, K
      REAL X
      X = 0.1
      K = 0
      DO 10 I = 1, 6
         IF (I .EQ. 3) GOTO 10
         X = X*1.1
   10 K = K + I
      DO 20 I = 1, 5
         IF (X .GT. 2.0) GOTO 20
         CALL BUMP(X)
   20 IF (MOD(I, 2) .EQ. 0) X = X - 0.25
      DO 30 I = 10, 1, -3
   30 CALL BUMP(X)
      PRINT *, K
      PRINT '(Z10)', X
      END
