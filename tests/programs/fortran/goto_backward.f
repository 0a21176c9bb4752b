C     Loops by backward jumps: one tested at the end, one in the middle.
C     reject: ^\s*logical
      PROGRAM GOBACK
      INTEGER N, STEPS
      DOUBLE PRECISION S, T
      N = 27
      STEPS = 0
   10 IF (N .EQ. 1) GOTO 20
      IF (MOD(N, 2) .EQ. 0) THEN
         N = N/2
      ELSE
         N = 3*N + 1
      END IF
      STEPS = STEPS + 1
      GOTO 10
   20 WRITE (*, *) STEPS
      S = 0.0D0
      T = 1.0D0
      N = 0
   30 S = S + T
      N = N + 1
      T = T/DBLE(N)
      IF (T .GT. 1.0D-17) GOTO 30
      WRITE (*, '(I5, Z18)') N, S
      END
