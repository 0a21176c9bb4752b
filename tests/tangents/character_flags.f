C     Character flags in the style of BLAS, and an early RETURN.
C     head: TRSOL(A,B)>(B)
      SUBROUTINE TRSOL(UPLO, TRANS, N, A, B)
      CHARACTER*1 UPLO, TRANS
      INTEGER N, I, J
      DOUBLE PRECISION A(N,N), B(N)
      LOGICAL UPPER
      UPPER = UPLO.EQ.'U' .OR. UPLO.EQ.'u'
      IF (N .LE. 0) RETURN
      IF (UPPER .AND. TRANS.EQ.'N') THEN
        DO 20 J = N, 1, -1
          B(J) = B(J)/A(J,J)
          DO 10 I = J - 1, 1, -1
            B(I) = B(I) - B(J)*A(I,J)
   10     CONTINUE
   20   CONTINUE
        RETURN
      END IF
      DO 40 J = 1, N
        B(J) = B(J)/A(J,J)
        DO 30 I = J + 1, N
          B(I) = B(I) - B(J)*A(I,J)
   30   CONTINUE
   40 CONTINUE
      END
