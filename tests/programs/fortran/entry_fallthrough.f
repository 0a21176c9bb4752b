C     An ENTRY in the middle of code that runs into it, with a loop before.
      SUBROUTINE PREP(X, N, S)
      INTEGER N, I
      REAL X(*), S
      DO 10 I = 1, N
   10 X(I) = X(I) + 1.0
      ENTRY TOTAL(X, N, S)
      S = 0.0
      DO 20 I = 1, N
         IF (X(I) .LT. 0.0) GOTO 20
         S = S + X(I)
   20 CONTINUE
      END
      PROGRAM MAIN
      REAL X(5), S
      DATA X /1., -2., 3., -0.5, 0.25/
      CALL TOTAL(X, 5, S)
      PRINT '(F10.5)', S
      CALL PREP(X, 5, S)
      PRINT '(6F10.5)', S, X
      END
