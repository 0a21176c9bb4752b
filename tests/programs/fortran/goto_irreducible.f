C     A loop that is entered at two places: no structured loop has this shape.
      SUBROUTINE TWOIN(K, LIMIT, N, S)
      INTEGER K, LIMIT, N
      DOUBLE PRECISION S
      N = 0
      S = 1.0D0
      IF (K .EQ. 1) GOTO 20
   10 S = S*1.25D0
      N = N + 1
      IF (N .GT. LIMIT) GOTO 30
   20 S = S - 0.1D0
      N = N + 3
      IF (N .LT. LIMIT) GOTO 10
   30 RETURN
      END
      PROGRAM IRRED
      INTEGER K, N, L
      DOUBLE PRECISION S
      DO 20 L = 1, 12, 4
         DO 10 K = 0, 1
            CALL TWOIN(K, L, N, S)
            WRITE (*, '(3I4, ES24.16)') K, L, N, S
   10    CONTINUE
   20 CONTINUE
      END
