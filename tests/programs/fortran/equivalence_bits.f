C     Machine numbers looked at through integers of the same bits.
      PROGRAM BITS
      DOUBLE PRECISION D
      INTEGER W(2)
      REAL R
      INTEGER K
      LOGICAL BIG
      EQUIVALENCE (D, W), (R, K)
      D = -1.5D0
      PRINT '(2Z10.8)', W
      W(1) = W(1) + 1
      PRINT '(ES25.17)', D
      R = 1.0
      K = K + 1
      PRINT '(ES16.9, Z10)', R, K
      BIG = W(2) .NE. 0
      PRINT *, BIG
      END
