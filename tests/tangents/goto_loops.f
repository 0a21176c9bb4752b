C     Loops made of GOTOs, a computed GOTO and an arithmetic IF: bisection, then Newton.
C     head: FINDR(A)>(X)
      SUBROUTINE FINDR(A, X)
      DOUBLE PRECISION A, X, LO, HI, F, T
      INTEGER K, MODE
      LO = 0.1D0
      HI = 3.0D0
      K = 0
      MODE = 1
  100 K = K + 1
      GO TO (200, 300, 400), MODE
  200 X = 0.5D0*(LO + HI)
      F = X**3 - A
      IF (F) 210, 400, 220
  210 LO = X
      GO TO 230
  220 HI = X
  230 IF (K .GE. 8) MODE = 2
      GO TO 100
  300 T = X - (X**3 - A)/(3.0D0*X*X)
      IF (ABS(T - X) .LT. 1.0D-14) MODE = 3
      X = T
      IF (K .LT. 40) GO TO 100
  400 X = X*A
      END
