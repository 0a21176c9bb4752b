C     Trip counts: steps up and down, steps that do not divide, empty loops; the value of the
C     variable afterwards is part of the language.
C     expect: do i = 1, n, 3
C     reject: \bdo while\b
      PROGRAM TRIPS
      INTEGER I, K, N, M
      N = 10
      K = 0
      DO 10 I = 1, N, 3
   10 K = K + I
      PRINT *, I, K
      DO 20 I = N, 1, -4
   20 K = K + I
      PRINT *, I, K
      DO 30 I = 5, 4
   30 K = K + 1000
      PRINT *, I, K
      DO 40 I = 4, 5, -1
   40 K = K + 1000
      PRINT *, I, K
      M = -2
      DO 50 I = N, -N, M
   50 K = K - I
      PRINT *, I, K
      END
