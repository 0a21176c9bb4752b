C     Simplex search; expansion, contraction and shrinking by jumps.
      SUBROUTINE SIMPLX(N, P, Y, F, TOL, ITMAX, ITER)
      INTEGER N, ITMAX, ITER, I, J, LO, HI, NHI
      DOUBLE PRECISION P(N + 1, N), Y(N + 1), F, TOL
      DOUBLE PRECISION C(10), R(10), E(10), YR, YE
      EXTERNAL F
      ITER = 0
    1 LO = 1
      IF (Y(1) .GT. Y(2)) THEN
         HI = 1
         NHI = 2
      ELSE
         HI = 2
         NHI = 1
      END IF
      DO 10 I = 1, N + 1
         IF (Y(I) .LE. Y(LO)) LO = I
         IF (Y(I) .GT. Y(HI)) THEN
            NHI = HI
            HI = I
         ELSE IF (Y(I) .GT. Y(NHI)) THEN
            IF (I .NE. HI) NHI = I
         END IF
   10 CONTINUE
      IF (ABS(Y(HI) - Y(LO)) .LE. TOL .OR. ITER .GE. ITMAX) RETURN
      ITER = ITER + 1
      DO 30 J = 1, N
         C(J) = 0.0D0
         DO 20 I = 1, N + 1
            IF (I .NE. HI) C(J) = C(J) + P(I, J)
   20    CONTINUE
         C(J) = C(J)/N
   30 R(J) = 2.0D0*C(J) - P(HI, J)
      YR = F(R)
      IF (YR .LE. Y(LO)) GOTO 50
      IF (YR .LT. Y(NHI)) GOTO 40
      DO 35 J = 1, N
   35 E(J) = 0.5D0*(P(HI, J) + C(J))
      YE = F(E)
      IF (YE .LT. Y(HI)) GOTO 60
      DO 37 I = 1, N + 1
         IF (I .EQ. LO) GOTO 37
         DO 36 J = 1, N
            P(I, J) = 0.5D0*(P(I, J) + P(LO, J))
   36    E(J) = P(I, J)
         Y(I) = F(E)
   37 CONTINUE
      GOTO 1
   40 DO 45 J = 1, N
   45 P(HI, J) = R(J)
      Y(HI) = YR
      GOTO 1
   50 DO 55 J = 1, N
   55 E(J) = 2.0D0*R(J) - C(J)
      YE = F(E)
      IF (YE .GE. YR) GOTO 40
   60 DO 65 J = 1, N
   65 P(HI, J) = E(J)
      Y(HI) = YE
      GOTO 1
      END
      DOUBLE PRECISION FUNCTION ROSE(X)
      DOUBLE PRECISION X(2)
      ROSE = (1.0D0 - X(1))**2 + 100.0D0*(X(2) - X(1)**2)**2
      END
      PROGRAM MAIN
      DOUBLE PRECISION P(3, 2), Y(3), X(2), ROSE
      INTEGER I, ITER
      EXTERNAL ROSE
      DATA P /-1.2D0, -1.0D0, -1.2D0, 1.0D0, 1.0D0, 1.25D0/
      DO 10 I = 1, 3
         X(1) = P(I, 1)
         X(2) = P(I, 2)
   10 Y(I) = ROSE(X)
      CALL SIMPLX(2, P, Y, ROSE, 1.0D-12, 300, ITER)
      PRINT '(I5, 3ES24.16)', ITER, Y
      PRINT '(3ES24.16)', P
      END
