C     EQUIVALENCE with members of COMMON, one of which makes the block longer.
      SUBROUTINE SHOW
      COMMON /LONG/ A(4), B
      COMMON /SHORT/ N, M
      PRINT '(5F8.2, 2I5)', A, B, N, M
      END
      PROGRAM EQCOM
      COMMON /LONG/ A(4)
      COMMON /SHORT/ N, M
      DIMENSION V(5), L(2)
      EQUIVALENCE (A(1), V(1)), (N, L(1))
      DO 10 I = 1, 5
   10 V(I) = 1.25*I
      L(1) = 3
      L(2) = 4
      A(2) = A(2) + V(5)
      CALL SHOW
      END
