C     A COMMON block seen as scalars, arrays and a matrix, EQUIVALENCE into it, blank COMMON too.
C     head: OUTER(X)>(Y)
C     complex step: it uses EQUIVALENCE
      SUBROUTINE OUTER(X, Y)
      DOUBLE PRECISION X(4), Y, A, B, C, D, W(4), Z
      COMMON /MIX/ A, B, C, D
      COMMON Z
      EQUIVALENCE (W(1), A)
      A = X(1)
      B = X(2)*X(1)
      W(3) = X(3)
      W(4) = X(4)
      Z = 1.0D0
      CALL MIDDLE
      CALL LAST(Y)
      Y = Y + W(2)*Z
      END
      SUBROUTINE MIDDLE
      DOUBLE PRECISION M(2,2), ZZ
      COMMON /MIX/ M
      COMMON ZZ
      M(2,1) = M(1,1)*M(2,2)
      ZZ = ZZ*M(1,2)
      END
      SUBROUTINE LAST(Y)
      DOUBLE PRECISION Y, P(3), Q
      COMMON /MIX/ P, Q
      INTEGER I
      Y = 0.0D0
      DO 10 I = 1, 3
        Y = Y + P(I)**2*Q
   10 CONTINUE
      END
