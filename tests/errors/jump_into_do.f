      SUBROUTINE S(N, K)
      INTEGER N, K, I
      IF (N .GT. 3) GOTO 10
      DO 20 I = 1, N
         K = K + I
   10    K = K + 10
   20 CONTINUE
      END
