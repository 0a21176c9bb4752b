C     The selector is an expression with a function call, evaluated once.
      INTEGER FUNCTION TICK(K)
      INTEGER K, CALLS
      COMMON /CNT/ CALLS
      CALLS = CALLS + 1
      TICK = MOD(K, 3)
      END
      PROGRAM COMPEX
      INTEGER I, TICK, CALLS
      DOUBLE PRECISION S
      COMMON /CNT/ CALLS
      CALLS = 0
      S = 0.D0
      DO 50 I = 1, 9
         GO TO (10, 20, 30) TICK(I) + 1
   10    S = S + 1.D0/I
         GO TO 50
   20    S = S*1.5D0
         GO TO 50
   30    S = S - 0.25D0
   50 CONTINUE
      WRITE (*, 60) CALLS, S
   60 FORMAT (I5, ES25.16E3)
      END
