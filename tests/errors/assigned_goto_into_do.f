      PROGRAM EXTEND
      INTEGER BACK, I, K
      K = 1
      DO 20 I = 1, 4
         ASSIGN 10 TO BACK
         GOTO 100
   10    K = K + 1
   20 CONTINUE
      STOP
  100 K = 2*K
      GOTO BACK, (10)
      END
