C     One block, three layouts: arrays split differently, reals read as integers.
      SUBROUTINE SETUP
      COMMON /BLK/ X(4), I, J, D
      DOUBLE PRECISION D
      DO 10 K = 1, 4
   10 X(K) = 0.5*K
      I = 7
      J = 11
      D = 3.25D0
      END
      SUBROUTINE OTHER(S)
      COMMON /BLK/ P, Q, R(2), IJ(2), DD
      DOUBLE PRECISION DD
      S = P + 10.0*Q + 100.0*R(1) + 1000.0*R(2) + IJ(1)*IJ(2) + REAL(DD)
      IJ(2) = -1
      END
      SUBROUTINE BITS(N)
      INTEGER N(8)
      COMMON /BLK/ M(8)
      DO 10 K = 1, 8
   10 N(K) = M(K)
      END
      PROGRAM LAYOUT
      INTEGER N(8)
      CALL SETUP
      CALL OTHER(S)
      CALL BITS(N)
      PRINT '(F12.4)', S
      PRINT '(8Z9.8)', N
      END
