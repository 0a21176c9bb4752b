C     Finds a root of f by the secant method, written as in 1978.
      SUBROUTINE SECANT(F, X0, X1, TOL, MAXIT, X, IFAIL)
      DOUBLE PRECISION F, X0, X1, TOL, X, A, B, FA, FB, STEP
      INTEGER MAXIT, IFAIL, K
      EXTERNAL F
      A = X0
      B = X1
      FA = F(A)
      FB = F(B)
      DO 20 K = 1, MAXIT
         IF (FB .EQ. FA) GOTO 40
C        The step of the line through both points.
         STEP = FB*(B - A)/(FB - FA)
         A = B
         FA = FB
         B = B - STEP
         FB = F(B)
         IF (ABS(STEP) - TOL*ABS(B)) 30, 30, 20
   20 CONTINUE
      IFAIL = 1
      RETURN
   30 X = B
      IFAIL = 0
      RETURN
   40 IFAIL = 2
      END

      DOUBLE PRECISION FUNCTION KEPLER(E)
      DOUBLE PRECISION E
      KEPLER = E - 0.3D0*SIN(E) - 0.8D0
      END

      PROGRAM MAIN
      DOUBLE PRECISION KEPLER, X
      INTEGER IFAIL
      EXTERNAL KEPLER
      CALL SECANT(KEPLER, 0.5D0, 1.5D0, 1.0D-14, 50, X, IFAIL)
      WRITE (*, 10) IFAIL, X
   10 FORMAT (' ifail =', I2, '  x =', F20.16)
      END
