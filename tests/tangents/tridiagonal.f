C     Thomas's algorithm for a tridiagonal system, with work arrays.
C     head: TRIDAG(A,B,C,R)>(U)
C     at: {"b": [4.0, 4.5, 5.0, 4.2, 3.9]}
      SUBROUTINE TRIDAG(N, A, B, C, R, U)
      INTEGER N, J, NMAX
      PARAMETER (NMAX = 100)
      DOUBLE PRECISION A(N), B(N), C(N), R(N), U(N), BET, GAM(NMAX)
      BET = B(1)
      U(1) = R(1)/BET
      DO 11 J = 2, N
        GAM(J) = C(J-1)/BET
        BET = B(J) - A(J)*GAM(J)
        U(J) = (R(J) - A(J)*U(J-1))/BET
   11 CONTINUE
      DO 12 J = N - 1, 1, -1
        U(J) = U(J) - GAM(J+1)*U(J+1)
   12 CONTINUE
      END
