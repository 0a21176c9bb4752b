C     Leading dimensions and work arrays given by the caller.
      SUBROUTINE MULT(A, LDA, B, LDB, C, LDC, M, N, K, W)
      INTEGER LDA, LDB, LDC, M, N, K, I, J, L
      DOUBLE PRECISION A(LDA, K), B(LDB, N), C(LDC, N), W(M)
      DO 40 J = 1, N
         DO 10 I = 1, M
            W(I) = 0.0D0
   10    CONTINUE
         DO 20 L = 1, K
            DO 20 I = 1, M
               W(I) = W(I) + A(I, L)*B(L, J)
   20    CONTINUE
         DO 30 I = 1, M
            C(I, J) = W(I)
   30    CONTINUE
   40 CONTINUE
      END
      PROGRAM MAIN
      DOUBLE PRECISION A(4, 3), B(5, 2), C(4, 2), W(4)
      INTEGER I, J
      DO 10 I = 1, 4
      DO 10 J = 1, 3
   10 A(I, J) = 1.0D0/(I + J)
      DO 20 I = 1, 5
      DO 20 J = 1, 2
   20 B(I, J) = I - 0.3D0*J
      DO 30 J = 1, 2
      DO 30 I = 1, 4
   30 C(I, J) = 99.0D0
      CALL MULT(A, 4, B, 5, C, 4, 3, 2, 3, W)
      WRITE (*, '(4ES24.16)') C
      END
