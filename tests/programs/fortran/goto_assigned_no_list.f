C     Assigned GOTO without a list: every assigned label may be meant.
      SUBROUTINE WALK(N, X)
      INTEGER N, WHERE, I
      DOUBLE PRECISION X
      ASSIGN 10 TO WHERE
      I = 0
    5 GOTO WHERE
   10 X = X + 1.0D0
      ASSIGN 20 TO WHERE
      GOTO 40
   20 X = X*0.5D0
      ASSIGN 30 TO WHERE
      GOTO 40
   30 X = X - 0.125D0
      ASSIGN 10 TO WHERE
   40 I = I + 1
      IF (I .LT. N) GOTO 5
      END
      PROGRAM NOLIST
      DOUBLE PRECISION X
      INTEGER N
      DO 10 N = 1, 8
         X = 0.3D0
         CALL WALK(N, X)
         WRITE (*, '(I3, Z18)') N, X
   10 CONTINUE
      END
