C     Assumed-size arrays of one and two dimensions, with strides as the BLAS has them.
      DOUBLE PRECISION FUNCTION DOT(N, X, INCX, Y, INCY)
      INTEGER N, INCX, INCY, I, IX, IY
      DOUBLE PRECISION X(*), Y(*)
      DOT = 0.0D0
      IF (N .LE. 0) RETURN
      IX = 1
      IY = 1
      IF (INCX .LT. 0) IX = (-N + 1)*INCX + 1
      IF (INCY .LT. 0) IY = (-N + 1)*INCY + 1
      DO 10 I = 1, N
         DOT = DOT + X(IX)*Y(IY)
         IX = IX + INCX
         IY = IY + INCY
   10 CONTINUE
      END
      SUBROUTINE TRACE(A, LDA, N, T)
      INTEGER LDA, N
      REAL A(LDA, *), T
      T = 0.0
      DO 10 I = 1, N
   10 T = T + A(I, I)
      END
      PROGRAM MAIN
      DOUBLE PRECISION X(6), Y(6), DOT
      REAL A(3, 3), T
      DATA X /1., 2., 3., 4., 5., 6./, Y /.1, .2, .3, .4, .5, .6/
      DATA A /1., 2., 3., 4., 5., 6., 7., 8., 9./
      PRINT '(ES24.16)', DOT(6, X, 1, Y, 1), DOT(3, X, 2, Y, -1),
     $   DOT(3, X, -1, Y, -2), DOT(0, X, 1, Y, 1)
      CALL TRACE(A, 3, 3, T)
      PRINT '(F8.2)', T
      END
