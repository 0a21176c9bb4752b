C     Calls inside expressions, subscripts, arguments, conditions and loop bounds.
      INTEGER FUNCTION IDX(I)
      INTEGER I
      IDX = MOD(I*3, 7) + 1
      END
      DOUBLE PRECISION FUNCTION G(X)
      DOUBLE PRECISION X
      G = 1.0D0/(1.0D0 + X*X)
      END
      LOGICAL FUNCTION ODD(N)
      INTEGER N
      ODD = MOD(N, 2) .NE. 0
      END
      PROGRAM CALLS
      INTEGER IDX, I, K
      DOUBLE PRECISION G, A(7), X
      LOGICAL ODD
      DO 10 I = 1, 7
   10 A(I) = DBLE(I)
      A(IDX(2)) = G(G(2.0D0) + A(IDX(1)))*A(IDX(3))
      X = G(A(1)) - G(A(2))*G(A(3)) + A(IDX(IDX(5)))
      K = 0
      DO 20 I = IDX(0), IDX(4) + 1, IDX(7)
         IF (ODD(I) .AND. X .GT. 0.0D0) K = K + 10
         IF (.NOT. ODD(I) .OR. ODD(K)) K = K + 1
   20 CONTINUE
      WRITE (*, '(I5, 8ES24.16)') K, X, A
      END
