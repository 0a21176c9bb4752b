C     Statement functions, one calling another.
C     head: GAS(T,P)>(RHO,H)
      SUBROUTINE GAS(T, P, RHO, H)
      DOUBLE PRECISION T, P, RHO, H, CP, ENTH, X, Y
      CP(X) = 1.0D0 + 0.1D0*X + 0.02D0*X**2
      ENTH(X, Y) = X*CP(X) + Y/(1.0D0 + X)
      RHO = P/(0.287D0*T)
      H = ENTH(T, P)*ENTH(P, RHO)
      END
