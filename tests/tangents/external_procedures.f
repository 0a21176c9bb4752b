C     EXTERNAL dummy procedures without interfaces, two of them, passed through two levels.
C     head: DRIVE(X)>(Y)
C     complex step: over complex numbers it does not compile:
      SUBROUTINE DRIVE(N, X, Y)
      INTEGER N
      DOUBLE PRECISION X(N), Y(N)
      EXTERNAL FA, FB
      CALL OUTER(FA, N, X, Y)
      CALL OUTER(FB, N, Y, Y)
      END
      SUBROUTINE OUTER(F, N, X, Y)
      INTEGER N
      DOUBLE PRECISION X(N), Y(N)
      EXTERNAL F
      CALL INNER(F, N, X, Y)
      END
      SUBROUTINE INNER(F, N, X, Y)
      INTEGER N, I
      DOUBLE PRECISION X(N), Y(N), F
      EXTERNAL F
      DO 10 I = 1, N
        Y(I) = F(X(I))*2.0D0
   10 CONTINUE
      END
      DOUBLE PRECISION FUNCTION FA(X)
      DOUBLE PRECISION X
      FA = SIN(X)*X
      END
      DOUBLE PRECISION FUNCTION FB(X)
      DOUBLE PRECISION X
      FB = EXP(-X)
      END
