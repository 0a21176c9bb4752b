C     A solver that returns to its caller for function values and comes back in the middle: saved
C     state and a computed GOTO at the top.
      SUBROUTINE STEPPR(TASK, X, F)
      INTEGER TASK
      DOUBLE PRECISION X, F
      DOUBLE PRECISION A, B, FA, FB
      INTEGER K
      SAVE A, B, FA, FB, K
      GOTO (10, 20, 30), TASK
C     first call
      K = 0
      A = X
      TASK = 1
      RETURN
   10 FA = F
      B = A + 0.5D0
      X = B
      TASK = 2
      RETURN
   20 FB = F
   25 IF (FA .EQ. FB) GOTO 40
      X = B - FB*(B - A)/(FB - FA)
      TASK = 3
      RETURN
   30 A = B
      FA = FB
      B = X
      FB = F
      K = K + 1
      IF (ABS(FB) .GT. 1.0D-14 .AND. K .LT. 40) GOTO 25
   40 TASK = -K
      END
      PROGRAM REVCOM
      INTEGER TASK, CALLS
      DOUBLE PRECISION X, F
      TASK = 0
      CALLS = 0
      X = 1.0D0
      F = 0.0D0
   10 CALL STEPPR(TASK, X, F)
      IF (TASK .LE. 0) GOTO 20
      F = COS(X) - X
      CALLS = CALLS + 1
      GOTO 10
   20 WRITE (*, '(2I5, ES24.16)') TASK, CALLS, X
      END
