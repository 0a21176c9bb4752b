C     Forward jumps over statements: plain IF blocks in the end.
C     reject: ^\s*logical
C     reject: \bdo\b
      PROGRAM GOFWD
      INTEGER I, K
      DOUBLE PRECISION X
      K = 0
      X = 0.75D0
      I = 4
      IF (I .LT. 3) GOTO 10
      K = K + 1
      X = X*1.5D0
   10 CONTINUE
      IF (I .GT. 3) GOTO 20
      K = K + 10
      X = X/3.0D0
   20 K = K + 100
      IF (X .LT. 1.0D0) GO TO 30
      X = SQRT(X)
   30 WRITE (*, 40) K, X
   40 FORMAT (1X, I6, ES24.16)
      END
