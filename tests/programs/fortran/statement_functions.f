C     Statement functions, one using another; arguments are evaluated once.
      PROGRAM STMTFN
      DOUBLE PRECISION F, G, X, Y, A, SQ
      INTEGER I, IDX, J, K, CALLS
      COMMON /C/ CALLS
      DOUBLE PRECISION SLOW
      SQ(X) = X*X
      F(X, Y) = A*SQ(X) + SQ(Y - 1.0D0)
      G(X) = F(X, X)/2.0D0
      IDX(I, J) = (J - 1)*4 + I
      A = 3.0D0
      CALLS = 0
      DO 10 K = 1, 3
         A = A + 0.5D0
         PRINT '(3ES24.16)', F(1.5D0, DBLE(K)), G(0.1D0), SQ(SLOW(A))
   10 PRINT *, IDX(K, 2) + IDX(1, K)
      PRINT *, CALLS
      END
      DOUBLE PRECISION FUNCTION SLOW(X)
      DOUBLE PRECISION X
      INTEGER CALLS
      COMMON /C/ CALLS
      CALLS = CALLS + 1
      SLOW = X + 1.0D0
      END
