C     RETURN out of nested loops, from a function and from a subroutine.
      INTEGER FUNCTION LOCATE(A, LDA, M, N, V)
      INTEGER LDA, M, N, A(LDA, *), V, I, J
      DO 20 J = 1, N
         DO 10 I = 1, M
            IF (A(I, J) .EQ. V) THEN
               LOCATE = 100*I + J
               RETURN
            END IF
   10    CONTINUE
         IF (A(1, J) .LT. 0) RETURN
   20 CONTINUE
      LOCATE = 0
      END
      SUBROUTINE FILL(X, N, BOUND, USED)
      INTEGER N, USED
      REAL X(N), BOUND
      DO USED = 1, N
         X(USED) = X(USED) + REAL(USED)
         IF (X(USED) .GT. BOUND) RETURN
      END DO
      X(N) = -1.0
      END
      PROGRAM MAIN
      INTEGER A(3, 4), LOCATE, I, USED
      REAL X(5)
      DATA A /1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12/, X /5*0.25/
      PRINT *, LOCATE(A, 3, 3, 4, 8), LOCATE(A, 3, 2, 4, 3)
      PRINT *, LOCATE(A, 3, 2, 3, 10)
      CALL FILL(X, 5, 3.0, USED)
      PRINT '(I3, 5F8.3)', USED, (X(I), I = 1, 5)
      CALL FILL(X, 5, 100.0, USED)
      PRINT '(I3, 5F8.3)', USED, (X(I), I = 1, 5)
      END
