C     The operand of the arithmetic IF is a call; it happens once.
      DOUBLE PRECISION FUNCTION G(X, N)
      DOUBLE PRECISION X
      INTEGER N
      N = N + 1
      G = X*X - 2.0D0
      END
      PROGRAM BISECT
      DOUBLE PRECISION A, B, X, G
      INTEGER N
      A = 1.0D0
      B = 2.0D0
      N = 0
   10 X = 0.5D0*(A + B)
      IF (X .EQ. A .OR. X .EQ. B) GOTO 50
      IF (G(X, N)) 20, 50, 30
   20 A = X
      GOTO 10
   30 B = X
      GOTO 10
   50 WRITE (*, '(I4, ES24.16)') N, X
      END
