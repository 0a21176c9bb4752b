C     A DO variable of type real: the trip count is computed in advance.
C     nonstandard: real loop variables were deleted from the standard
      PROGRAM REALDO
      REAL X
      DOUBLE PRECISION Y, S
      INTEGER N
      N = 0
      S = 0.0D0
      DO 10 X = 0.0, 1.0, 0.1
         N = N + 1
         S = S + X
   10 CONTINUE
      PRINT *, N
      PRINT '(2Z18)', X, S
      DO 20 Y = 1.0D0, 0.05D0, -0.3D0
         S = S*Y
   20 CONTINUE
      PRINT '(2Z18)', Y, S
      END
