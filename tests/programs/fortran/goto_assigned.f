C     ASSIGN and assigned GOTO: a subroutine inside a program, as in 1966.
      PROGRAM ASSGND
      INTEGER BACK, I, K
      K = 1
      I = 0
    5 I = I + 1
      ASSIGN 10 TO BACK
      GOTO 100
   10 K = K + 1
      IF (MOD(I, 2) .EQ. 0) GOTO 30
      ASSIGN 20 TO BACK
      GOTO 100
   20 K = K - 2
   30 PRINT *, I, K
      IF (I .LT. 4) GOTO 5
      STOP
C     doubles K and goes back to where BACK says
  100 K = 2*K
      GOTO BACK, (10, 20)
      END
