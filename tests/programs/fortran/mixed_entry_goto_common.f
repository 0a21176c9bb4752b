C     Old features together: ENTRY, COMMON, EQUIVALENCE, assigned and computed GOTO, DATA.
      SUBROUTINE MACHIN(OP, A, B)
      INTEGER OP, WHERE
      REAL A, B, REGS(4), ACC, AUX
      COMMON /CPU/ REGS, STEPS
      INTEGER STEPS
      EQUIVALENCE (REGS(1), ACC), (REGS(2), AUX)
      INTEGER LAST
      DATA LAST /0/
      ASSIGN 90 TO WHERE
      GO TO 5
      ENTRY MACHI2(OP, A)
      ASSIGN 80 TO WHERE
    5 STEPS = STEPS + 1
      GO TO (10, 20, 30, 40), OP
      ACC = -999.0
      GO TO WHERE, (80, 90)
   10 ACC = ACC + A
      GO TO 50
   20 ACC = ACC*A
      GO TO 50
   30 AUX = ACC
      ACC = A
      GO TO 50
   40 IF (ACC - AUX) 41, 42, 43
   41 REGS(3) = REGS(3) - 1.0
      GO TO 50
   42 REGS(3) = 0.0
      GO TO 50
   43 REGS(3) = REGS(3) + 1.0
   50 LAST = LAST*10 + OP
      GO TO WHERE
   80 REGS(4) = LAST
      RETURN
   90 B = ACC
      END
      PROGRAM MAIN
      REAL R(4), B
      INTEGER N, K, OPS(8)
      COMMON /CPU/ R, N
      DATA OPS /1, 2, 3, 1, 4, 9, 4, 2/
      N = 0
      DO 10 K = 1, 4
   10 R(K) = 0.0
      DO 20 K = 1, 8
         IF (MOD(K, 3) .EQ. 0) THEN
            CALL MACHI2(OPS(K), 0.5*K)
         ELSE
            CALL MACHIN(OPS(K), 1.5*K, B)
         END IF
   20 PRINT '(I3, 5F12.3)', N, R, B
      END
