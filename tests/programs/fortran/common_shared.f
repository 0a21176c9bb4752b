C     Named and blank COMMON shared by procedures.
      PROGRAM COMM
      REAL A(3)
      INTEGER N
      DOUBLE PRECISION T
      COMMON A, N
      COMMON /TOTALS/ T
      T = 0.0D0
      N = 3
      A(1) = 1.5
      A(2) = -2.5
      A(3) = 0.1
      CALL SUMUP
      CALL SCALE(2.0)
      CALL SUMUP
      WRITE (*, '(4F12.7, ES24.16)') A, REAL(N), T
      END
      SUBROUTINE SUMUP
      COMMON B(3), M
      COMMON /TOTALS/ TOTAL
      DOUBLE PRECISION TOTAL
      DO 10 I = 1, M
   10 TOTAL = TOTAL + B(I)
      END
      SUBROUTINE SCALE(F)
      COMMON X, Y, Z, NN
      X = F*X
      Y = F*Y
      Z = F*Z
      NN = NN - 1
      END
