C     Two loops of jumps, one inside the other, sharing a label.
      PROGRAM GONEST
      INTEGER I, J, K
      I = 0
      K = 0
   10 I = I + 1
      J = I
   20 J = J - 1
      K = K + I*J
      IF (MOD(K, 7) .EQ. 3) GOTO 10
      IF (J .GT. 0) GOTO 20
      IF (I .LT. 12) GOTO 10
      PRINT *, I, J, K
      END
