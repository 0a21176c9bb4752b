C     Gaussian elimination with partial pivoting by columns, and the solution with its factors.
      SUBROUTINE FACTOR(A, LDA, N, IPVT, INFO)
      INTEGER LDA, N, IPVT(*), INFO
      DOUBLE PRECISION A(LDA, *), T
      INTEGER J, K, L, IMAX
      INFO = 0
      DO 60 K = 1, N - 1
         L = IMAX(N - K + 1, A(K, K)) + K - 1
         IPVT(K) = L
         IF (A(L, K) .EQ. 0.0D0) GO TO 40
            IF (L .EQ. K) GO TO 10
               T = A(L, K)
               A(L, K) = A(K, K)
               A(K, K) = T
   10       CONTINUE
            CALL SCALE(N - K, -1.0D0/A(K, K), A(K + 1, K))
            DO 30 J = K + 1, N
               T = A(L, J)
               IF (L .EQ. K) GO TO 20
                  A(L, J) = A(K, J)
                  A(K, J) = T
   20          CONTINUE
               CALL AXPY(N - K, T, A(K + 1, K), A(K + 1, J))
   30       CONTINUE
         GO TO 50
   40    CONTINUE
            INFO = K
   50    CONTINUE
   60 CONTINUE
      IPVT(N) = N
      IF (A(N, N) .EQ. 0.0D0) INFO = N
      END
      SUBROUTINE SOLVE(A, LDA, N, IPVT, B)
      INTEGER LDA, N, IPVT(*), K, KB, L
      DOUBLE PRECISION A(LDA, *), B(*), T
      DO 10 K = 1, N - 1
         L = IPVT(K)
         T = B(L)
         B(L) = B(K)
         B(K) = T
         CALL AXPY(N - K, T, A(K + 1, K), B(K + 1))
   10 CONTINUE
      DO 20 KB = 1, N
         K = N + 1 - KB
         B(K) = B(K)/A(K, K)
         CALL AXPY(K - 1, -B(K), A(1, K), B(1))
   20 CONTINUE
      END
      INTEGER FUNCTION IMAX(N, X)
      INTEGER N, I
      DOUBLE PRECISION X(*)
      IMAX = 1
      DO 10 I = 2, N
         IF (ABS(X(I)) .GT. ABS(X(IMAX))) IMAX = I
   10 CONTINUE
      END
      SUBROUTINE SCALE(N, F, X)
      INTEGER N, I
      DOUBLE PRECISION F, X(*)
      DO 10 I = 1, N
   10 X(I) = F*X(I)
      END
      SUBROUTINE AXPY(N, F, X, Y)
      INTEGER N, I
      DOUBLE PRECISION F, X(*), Y(*)
      IF (F .EQ. 0.0D0) RETURN
      DO 10 I = 1, N
   10 Y(I) = Y(I) + F*X(I)
      END
      PROGRAM MAIN
      INTEGER N, I, J, INFO, IPVT(6)
      PARAMETER (N = 6)
      DOUBLE PRECISION A(8, N), B(N)
      DO 20 J = 1, N
         B(J) = J
         DO 10 I = 1, N
            A(I, J) = 1.0D0/(I + J) + MOD(I*J, 5)
   10    CONTINUE
   20 CONTINUE
      CALL FACTOR(A, 8, N, IPVT, INFO)
      CALL SOLVE(A, 8, N, IPVT, B)
      PRINT '(7I4)', INFO, IPVT
      PRINT '(ES24.16)', B
      END
