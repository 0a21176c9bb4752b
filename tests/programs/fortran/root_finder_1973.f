C     A bracketing root finder in the style of its time: arithmetic IF, jumps everywhere.
      DOUBLE PRECISION FUNCTION ROOT(AX, BX, F, TOL)
      DOUBLE PRECISION AX, BX, F, TOL
      DOUBLE PRECISION A, B, C, D, E, EPS, FA, FB, FC, TOL1, XM, P, Q
      DOUBLE PRECISION R, S
      EPS = 1.0D0
   10 EPS = EPS/2.0D0
      TOL1 = 1.0D0 + EPS
      IF (TOL1 .GT. 1.0D0) GO TO 10
      A = AX
      B = BX
      FA = F(A)
      FB = F(B)
C     begin step
   20 C = A
      FC = FA
      D = B - A
      E = D
   30 IF (DABS(FC) .GE. DABS(FB)) GO TO 40
      A = B
      B = C
      C = A
      FA = FB
      FB = FC
      FC = FA
C     convergence test
   40 TOL1 = 2.0D0*EPS*DABS(B) + 0.5D0*TOL
      XM = .5*(C - B)
      IF (DABS(XM) .LE. TOL1) GO TO 90
      IF (FB .EQ. 0.0D0) GO TO 90
C     is bisection necessary?
      IF (DABS(E) .LT. TOL1) GO TO 70
      IF (DABS(FA) .LE. DABS(FB)) GO TO 70
C     is quadratic interpolation possible?
      IF (A .NE. C) GO TO 50
      S = FB/FA
      P = 2.0D0*XM*S
      Q = 1.0D0 - S
      GO TO 60
   50 Q = FA/FC
      R = FB/FC
      S = FB/FA
      P = S*(2.0D0*XM*Q*(Q - R) - (B - A)*(R - 1.0D0))
      Q = (Q - 1.0D0)*(R - 1.0D0)*(S - 1.0D0)
   60 IF (P .GT. 0.0D0) Q = -Q
      P = DABS(P)
      IF ((2.0D0*P) .GE. (3.0D0*XM*Q - DABS(TOL1*Q))) GO TO 70
      IF (P .GE. DABS(0.5D0*E*Q)) GO TO 70
      E = D
      D = P/Q
      GO TO 80
   70 D = XM
      E = D
   80 A = B
      FA = FB
      IF (DABS(D) .GT. TOL1) B = B + D
      IF (DABS(D) .LE. TOL1) B = B + DSIGN(TOL1, XM)
      FB = F(B)
      IF ((FB*(FC/DABS(FC))) .GT. 0.0D0) GO TO 20
      GO TO 30
   90 ROOT = B
      RETURN
      END
      DOUBLE PRECISION FUNCTION CUBIC(X)
      DOUBLE PRECISION X
      INTEGER N
      COMMON /CALLS/ N
      N = N + 1
      CUBIC = X*(X*X - 2.0D0) - 5.0D0
      END
      DOUBLE PRECISION FUNCTION WAVE(X)
      DOUBLE PRECISION X
      INTEGER N
      COMMON /CALLS/ N
      N = N + 1
      WAVE = COS(X) - X*EXP(X)
      END
      PROGRAM MAIN
      DOUBLE PRECISION ROOT, CUBIC, WAVE, Z
      INTEGER N
      EXTERNAL CUBIC, WAVE
      COMMON /CALLS/ N
      N = 0
      Z = ROOT(2.0D0, 3.0D0, CUBIC, 1.0D-12)
      WRITE (6, 10) N, Z
      Z = ROOT(0.0D0, 1.0D0, WAVE, 0.0D0)
      WRITE (6, 10) N, Z
   10 FORMAT (' ', I5, ES24.16)
      END
