C     Heap sort with the jumps of the original descriptions.
      SUBROUTINE HSORT(N, RA)
      INTEGER N, L, IR, I, J
      REAL RA(N), RRA
      IF (N .LT. 2) RETURN
      L = N/2 + 1
      IR = N
   10 CONTINUE
      IF (L .GT. 1) THEN
         L = L - 1
         RRA = RA(L)
      ELSE
         RRA = RA(IR)
         RA(IR) = RA(1)
         IR = IR - 1
         IF (IR .EQ. 1) THEN
            RA(1) = RRA
            RETURN
         END IF
      END IF
      I = L
      J = L + L
   20 IF (J .LE. IR) THEN
         IF (J .LT. IR) THEN
            IF (RA(J) .LT. RA(J + 1)) J = J + 1
         END IF
         IF (RRA .LT. RA(J)) THEN
            RA(I) = RA(J)
            I = J
            J = J + J
         ELSE
            J = IR + 1
         END IF
         GO TO 20
      END IF
      RA(I) = RRA
      GO TO 10
      END
      PROGRAM MAIN
      REAL X(15)
      INTEGER I, K
      K = 7
      DO 10 I = 1, 15
         K = MOD(K*29 + 11, 101)
         X(I) = K*0.25
   10 CONTINUE
      CALL HSORT(15, X)
      PRINT '(5F8.2)', X
      END
