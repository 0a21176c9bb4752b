C     Quicksort with its own stack: loops made of jumps only.
      SUBROUTINE QSORT(A, N)
      INTEGER N, A(N), STACK(40), TOP, LO, HI, I, J, P, T
      TOP = 0
      LO = 1
      HI = N
    5 IF (LO .GE. HI) GO TO 70
      I = LO
      J = HI
      P = A((LO + HI)/2)
   10 IF (A(I) .GE. P) GO TO 20
      I = I + 1
      GO TO 10
   20 IF (A(J) .LE. P) GO TO 30
      J = J - 1
      GO TO 20
   30 IF (I - J) 40, 45, 50
   40 T = A(I)
      A(I) = A(J)
      A(J) = T
   45 I = I + 1
      J = J - 1
      IF (I .LE. J) GO TO 10
   50 IF (J - LO .LT. HI - I) GO TO 60
      STACK(TOP + 1) = LO
      STACK(TOP + 2) = J
      TOP = TOP + 2
      LO = I
      GO TO 5
   60 STACK(TOP + 1) = I
      STACK(TOP + 2) = HI
      TOP = TOP + 2
      HI = J
      GO TO 5
   70 IF (TOP .EQ. 0) RETURN
      TOP = TOP - 2
      LO = STACK(TOP + 1)
      HI = STACK(TOP + 2)
      GO TO 5
      END
      PROGRAM MAIN
      INTEGER A(24), I, K
      K = 5
      DO 10 I = 1, 24
         K = MOD(K*37 + 13, 97)
   10 A(I) = K
      CALL QSORT(A, 24)
      PRINT '(12I4)', A
      END
