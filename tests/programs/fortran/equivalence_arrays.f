C     Arrays of different shape over the same memory, shifted.
      PROGRAM EQUIV
      REAL A(12), B(3, 4), C(5)
      INTEGER I, J
      EQUIVALENCE (A(1), B(1, 1)), (A(6), C(2))
      DO 10 I = 1, 12
   10 A(I) = REAL(I)**2
      C(1) = -1.0
      B(3, 4) = -2.0
      C(5) = C(5) + 0.5
      DO 20 J = 1, 4
   20 WRITE (*, '(3F8.2)') (B(I, J), I = 1, 3)
      WRITE (*, '(5F8.2)') C
      END
