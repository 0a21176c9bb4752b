C     Bessel functions by backward recurrence with rescaling: loops left in many ways.
      SUBROUTINE BESJN(X, NMAX, BJ, IERR)
      DOUBLE PRECISION X, BJ(0:NMAX), BIG, TOX, T, S, SUMEV
      INTEGER NMAX, IERR, M, J, K
      LOGICAL EVEN
      PARAMETER (BIG = 1.0D10)
      IERR = 0
      IF (X .LT. 0.0D0) GOTO 90
      IF (NMAX .LT. 1) GOTO 91
      IF (X .EQ. 0.0D0) THEN
         BJ(0) = 1.0D0
         DO 5 K = 1, NMAX
    5    BJ(K) = 0.0D0
         RETURN
      END IF
      TOX = 2.0D0/X
      M = 2*((NMAX + INT(SQRT(40.0D0*NMAX)) + INT(X))/2)
      EVEN = .FALSE.
      SUMEV = 0.0D0
      S = 0.0D0
      T = 1.0D0
      DO 10 K = 0, NMAX
   10 BJ(K) = 0.0D0
      DO 40 J = M, 1, -1
         IF (J .LE. NMAX) BJ(J) = T
         S = J*TOX*T - S
         CALL SWAP(S, T)
         IF (ABS(T) .LE. BIG) GOTO 30
         T = T/BIG
         S = S/BIG
         SUMEV = SUMEV/BIG
         DO 20 K = J, NMAX
   20    BJ(K) = BJ(K)/BIG
   30    IF (EVEN) SUMEV = SUMEV + T
         EVEN = .NOT. EVEN
   40 CONTINUE
      BJ(0) = T
      SUMEV = 2.0D0*SUMEV - T
      DO 50 K = 0, NMAX
   50 BJ(K) = BJ(K)/SUMEV
      RETURN
   90 IERR = 1
      RETURN
   91 IERR = 2
      END
      SUBROUTINE SWAP(A, B)
      DOUBLE PRECISION A, B, T
      T = A
      A = B
      B = T
      END
      PROGRAM MAIN
      DOUBLE PRECISION B(0:6), X
      INTEGER I, IERR
      DATA B /7*0.0D0/
      DO 10 I = -1, 4
         X = I*1.75D0
         CALL BESJN(X, 6, B, IERR)
         PRINT '(I3, F8.3)', IERR, X
   10 PRINT '(7ES24.16)', B
      CALL BESJN(1.0D0, 0, B, IERR)
      PRINT *, IERR
      END
