C     One array for two arguments, one of which is written: not allowed, but it works element by element. And a
C     COMMON variable that is an argument, too.
C     head: DRIVE(X)>(Y)
      SUBROUTINE DRIVE(N, X, Y)
      INTEGER N
      DOUBLE PRECISION X(N), Y(N), SCALE
      COMMON /FACTOR/ SCALE
      SCALE = X(1)*X(2)
      CALL TWICE(N, X, Y)
      CALL DECAY(N, Y, Y)
      CALL THROUGH(N, Y(1), Y)
      CALL GROW(SCALE)
      Y(1) = Y(1)*SCALE
      END
      SUBROUTINE TWICE(N, X, Y)
      INTEGER N, I
      DOUBLE PRECISION X(N), Y(N)
      DO 10 I = 1, N
        Y(I) = SIN(X(I))*2.0D0
   10 CONTINUE
      END
      SUBROUTINE DECAY(N, X, Y)
      INTEGER N, I
      DOUBLE PRECISION X(N), Y(N)
      DO 10 I = 1, N
        Y(I) = EXP(-X(I))*2.0D0
   10 CONTINUE
      END
      SUBROUTINE THROUGH(N, X, Y)
      INTEGER N
      DOUBLE PRECISION X(N), Y(N)
      CALL SQUARE(N, X, Y)
      END
      SUBROUTINE SQUARE(N, X, Y)
      INTEGER N, I
      DOUBLE PRECISION X(N), Y(N)
      DO 10 I = 1, N
        Y(I) = X(I)**2
   10 CONTINUE
      END
      SUBROUTINE GROW(A)
      DOUBLE PRECISION A, SCALE
      COMMON /FACTOR/ SCALE
      SCALE = A*A
      END
