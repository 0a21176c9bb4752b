C     Arithmetic IF with two equal labels, and with the next statement's label.
C     reject: ^\s*logical
      PROGRAM ARIFSH
      DOUBLE PRECISION A, B, C
      INTEGER K
      DO 50 K = 1, 7
         A = DBLE(K) - 3.5D0
         IF (A) 10, 20, 20
   10    A = -A
   20    B = A
         IF (B - 2.0D0) 30, 30, 40
   30    B = B + 10.0D0
   40    C = B*A
         IF (K - 4) 45, 50, 45
   45    WRITE (*, '(I3, 3F20.14)') K, A, B, C
   50 CONTINUE
      END
