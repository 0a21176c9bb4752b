C     IMPLICIT statements decide the types of all that is not declared.
      SUBROUTINE WORK(N, X, C, Z)
      IMPLICIT DOUBLE PRECISION (A, B, D-H, O-Y), LOGICAL (L)
      IMPLICIT CHARACTER*3 (C), COMPLEX*16 (Z)
      DIMENSION X(N)
      S = 0
      DO 10 I = 1, N
         S = S + X(I)
         LBIG = X(I) .GT. 1
         IF (LBIG) S = S/2
   10 CONTINUE
      X(1) = S
      C = 'xyzzy'
      ZT = Z*Z
      Z = ZT + S
      END
      IMPLICIT REAL*8 (D), CHARACTER*3 (C), COMPLEX*16 (Z)
      DIMENSION D(4)
      DO 10 K = 1, 4
   10 D(K) = K/3D0
      Z = (0.5D0, 0.25D0)
      CALL WORK(4, D, C, Z)
      T = D(1)
      WRITE (*, '(ES24.16, A, 2ES24.16, Z10)') D(1), C, Z, T
      END
