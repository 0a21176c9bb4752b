C     Forward jumps that cross each other, so that no nesting fits them as they stand.
      SUBROUTINE CROSS(N, R)
      INTEGER N, R
      R = 0
      IF (MOD(N, 2) .EQ. 0) GOTO 10
      R = R + 1
      IF (MOD(N, 3) .EQ. 0) GOTO 20
      R = R + 2
   10 R = R + 4
      IF (MOD(N, 5) .EQ. 0) GOTO 30
      R = R + 8
   20 R = R + 16
      IF (N .GT. 7) GOTO 40
   30 R = R + 32
   40 R = R + 64
      END
      PROGRAM GOCRSS
      INTEGER N, R
      DO 10 N = 0, 31
         CALL CROSS(N, R)
         PRINT *, N, R
   10 CONTINUE
      END
