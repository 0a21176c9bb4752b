      SUBROUTINE SMOOTH(N, X, W)
      INTEGER N, I, CALLS
      DOUBLE PRECISION X(N), W(N), FACTOR
      COMMON /PARAMS/ FACTOR, CALLS
      CALLS = CALLS + 1
      W(1) = X(1)
      W(N) = X(N)
      DO 10 I = 2, N - 1
         IF (X(I) .EQ. 0.0D0) GOTO 10
         W(I) = X(I) + FACTOR*(X(I - 1) - 2.0D0*X(I) + X(I + 1))
   10 CONTINUE
      DO 20 I = 2, N - 1
         IF (X(I) .NE. 0.0D0) X(I) = W(I)
   20 CONTINUE
      END
