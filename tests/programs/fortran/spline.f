C     Cubic spline: tridiagonal system, then evaluation by bisection in a table.
      SUBROUTINE SPLINE(X, Y, N, Y2, U)
      INTEGER N, I, K
      DOUBLE PRECISION X(N), Y(N), Y2(N), U(N), SIG, P
      Y2(1) = 0.0D0
      U(1) = 0.0D0
      DO 11 I = 2, N - 1
         SIG = (X(I) - X(I - 1))/(X(I + 1) - X(I - 1))
         P = SIG*Y2(I - 1) + 2.0D0
         Y2(I) = (SIG - 1.0D0)/P
         U(I) = (6.0D0*((Y(I + 1) - Y(I))/(X(I + 1) - X(I))
     $      - (Y(I) - Y(I - 1))/(X(I) - X(I - 1)))
     $      /(X(I + 1) - X(I - 1)) - SIG*U(I - 1))/P
   11 CONTINUE
      Y2(N) = 0.0D0
      DO 12 K = N - 1, 1, -1
         Y2(K) = Y2(K)*Y2(K + 1) + U(K)
   12 CONTINUE
      END
      SUBROUTINE SEVAL(XA, YA, Y2A, N, X, Y)
      INTEGER N, KLO, KHI, K
      DOUBLE PRECISION XA(N), YA(N), Y2A(N), X, Y, A, B, H
      KLO = 1
      KHI = N
    1 IF (KHI - KLO .GT. 1) THEN
         K = (KHI + KLO)/2
         IF (XA(K) .GT. X) THEN
            KHI = K
         ELSE
            KLO = K
         ENDIF
         GOTO 1
      ENDIF
      H = XA(KHI) - XA(KLO)
      A = (XA(KHI) - X)/H
      B = (X - XA(KLO))/H
      Y = A*YA(KLO) + B*YA(KHI) + ((A**3 - A)*Y2A(KLO)
     $   + (B**3 - B)*Y2A(KHI))*(H**2)/6.0D0
      END
      PROGRAM MAIN
      DOUBLE PRECISION X(8), Y(8), Y2(8), U(8), V
      INTEGER I
      DO 10 I = 1, 8
         X(I) = I**1.3D0
   10 Y(I) = SIN(X(I))
      CALL SPLINE(X, Y, 8, Y2, U)
      DO 20 I = 1, 10
         CALL SEVAL(X, Y, Y2, 8, 1.0D0 + I*1.2D0, V)
   20 PRINT '(ES24.16)', V
      END
