C     DATA in its forms: repeats, implied DO, parts of arrays, text, complex, signs.
      PROGRAM DATAS
      INTEGER I, J, A(3, 4), B(10), N
      REAL X(4), Y
      DOUBLE PRECISION D(3)
      COMPLEX Z
      LOGICAL L(2)
      CHARACTER*5 S(2)
      PARAMETER (N = 3)
      DATA (B(I), I = 1, 9, 2) /5*7/
      DATA (B(I), I = 2, 10, 2) /1, 2, 3, 4, 5/
      DATA (A(I, 1), I = 1, 3), (A(I, 4), I = 1, 3) /6*0/
      DATA A(3, 2), A(3, 3) /2*-1/
      DATA X, Y /1.5, N*-2.25, 1E-3/
      DATA D /1.0D0, -.1D0, 1D-300/
      DATA Z /(1.0, -2.0)/, L /.TRUE., .FALSE./, S /'abc', 'defghij'/
      DATA ((A(I, J), I = 1, 2), J = 2, 3) /11, 12, 13, 14/
      PRINT '(3I4)', A
      PRINT '(10I3)', B
      PRINT '(5ES16.8)', X, Y
      PRINT '(3ES24.16E3)', D
      PRINT '(2F8.3, 2L2, 2A6)', Z, L, S
      END
