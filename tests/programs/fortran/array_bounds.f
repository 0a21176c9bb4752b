C     Lower bounds of every sign, several dimensions, bounds from arguments.
      SUBROUTINE SHIFT(A, LO, HI, M)
      INTEGER LO, HI, M, I, J
      DOUBLE PRECISION A(LO:HI, 0:M - 1)
      DO 10 J = 0, M - 1
         DO 10 I = HI, LO + 1, -1
   10 A(I, J) = A(I - 1, J) + J
      A(LO, 0) = -7.0D0
      END
      PROGRAM BOUNDS
      DOUBLE PRECISION A(-2:2, 0:3)
      INTEGER I, J
      DO 10 J = 0, 3
         DO 10 I = -2, 2
   10 A(I, J) = I*J + 0.1D0*I
      CALL SHIFT(A, -2, 2, 4)
      WRITE (*, '(5F12.6)') A
      END
