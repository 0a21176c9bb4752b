C     An element passed where an array is expected, and a matrix passed as a vector.
C     head: SWEEP(A)>(S)
      SUBROUTINE SWEEP(N, A, S)
      INTEGER N, J
      DOUBLE PRECISION A(N,N), S, DOTS
      EXTERNAL DOTS
      S = 0.0D0
      DO 10 J = 1, N - 1
        CALL ADDTO(N, A(1,J), A(1,J+1))
        S = S + DOTS(N, A(1,J), 1, A(J,1), N)
   10 CONTINUE
      S = S + DOTS(N*N, A, 1, A, 1)
      END
      SUBROUTINE ADDTO(N, X, Y)
      INTEGER N, I
      DOUBLE PRECISION X(*), Y(*)
      DO 20 I = 1, N
        Y(I) = Y(I) + 0.5D0*X(I)**2
   20 CONTINUE
      END
      DOUBLE PRECISION FUNCTION DOTS(N, X, INCX, Y, INCY)
      INTEGER N, INCX, INCY, I
      DOUBLE PRECISION X(*), Y(*)
      DOTS = 0.0D0
      DO 30 I = 1, N
        DOTS = DOTS + X(1 + (I-1)*INCX)*Y(1 + (I-1)*INCY)
   30 CONTINUE
      END
