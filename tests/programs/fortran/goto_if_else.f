C     IF-THEN-ELSE as it was written before the block IF existed.
C     reject: ^\s*logical
      PROGRAM GOELSE
      INTEGER N
      DOUBLE PRECISION Y, BRANCH
      DO 10 N = -3, 6
         Y = BRANCH(N)
         WRITE (*, '(I4, ES24.16)') N, Y
   10 CONTINUE
      END
      DOUBLE PRECISION FUNCTION BRANCH(N)
      INTEGER N
      IF (N .LT. 0) GOTO 100
      IF (N .EQ. 0) GOTO 200
C     positive
      BRANCH = 1.0D0/DBLE(N)
      IF (N .GT. 4) GOTO 150
      BRANCH = BRANCH + 2.0D0
      GOTO 300
  150 BRANCH = BRANCH - 2.0D0
      GOTO 300
C     negative
  100 BRANCH = EXP(DBLE(N))
      GOTO 300
C     zero
  200 BRANCH = 0.5D0
  300 RETURN
      END
