C     COMPLEX of both kinds: literals, mixed operands, intrinsics old and new.
      PROGRAM CPLX
      COMPLEX A, B
      COMPLEX*16 Z, W
      DOUBLE PRECISION R
      INTEGER I
      A = (1.0, -2.0)
      B = CMPLX(0.5, REAL(A))
      Z = DCMPLX(1.0D0, 0.1D0)
      W = (0.0D0, 0.0D0)
      DO 10 I = 1, 5
         W = W*Z + A/B
         Z = Z**2 - CONJG(W)/3
   10 CONTINUE
      R = ABS(W) + DIMAG(Z) + DBLE(Z) + AIMAG(A*B)
      PRINT '(2Z18.16)', W
      PRINT '(2Z18.16)', Z
      PRINT '(Z18.16, L2)', R, Z .EQ. W
      PRINT '(2ES24.16)', EXP(Z/ABS(Z)), SQRT(-W)
      A = A + 1
      B = 2.0*B - A**3
      PRINT '(4Z9.8)', A, B
      END
