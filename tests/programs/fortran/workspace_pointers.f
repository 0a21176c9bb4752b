C     One work array cut into pieces by index, as every old library does.
      SUBROUTINE DRIVER(N, W, LW, IERR)
      INTEGER N, LW, IERR, IA, IB, IC, LAST
      DOUBLE PRECISION W(LW)
      IA = 1
      IB = IA + N
      IC = IB + N*N
      LAST = IC + N - 1
      IERR = 0
      IF (LAST .GT. LW) THEN
         IERR = LAST
         RETURN
      END IF
      CALL FILL(N, W(IA), W(IB), W(IC))
      CALL APPLY(N, W(IA), W(IB), W(IC))
      END
      SUBROUTINE FILL(N, A, B, C)
      INTEGER N, I, J
      DOUBLE PRECISION A(N), B(N, N), C(N)
      DO 20 I = 1, N
         A(I) = SQRT(DBLE(I))
         C(I) = 0.0D0
         DO 10 J = 1, N
            B(I, J) = A(I)/DBLE(J)
   10    CONTINUE
   20 CONTINUE
      END
      SUBROUTINE APPLY(N, A, B, C)
      INTEGER N, I, J
      DOUBLE PRECISION A(N), B(N, *), C(*)
      DO 10 J = 1, N
      DO 10 I = 1, N
   10 C(I) = C(I) + B(I, J)*A(J)
      END
      PROGRAM MAIN
      DOUBLE PRECISION W(30)
      INTEGER IERR, I
      CALL DRIVER(5, W, 30, IERR)
      PRINT *, IERR
      CALL DRIVER(4, W, 30, IERR)
      PRINT *, IERR
      PRINT '(4ES24.16)', (W(I), I = 1, 24)
      END
