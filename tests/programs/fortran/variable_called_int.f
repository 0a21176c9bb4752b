C     A conversion that loses digits is written out, beside a variable of its name.
      PROGRAM NAMES
      INTEGER INT
      REAL REAL
      DOUBLE PRECISION X
      X = 7.75D0
      INT = MOD(X, 4.0D0) + 0.5D0
      REAL = X/3.0D0
      IF (INT .EQ. 4) REAL = REAL + INT
      PRINT *, INT, REAL
      END
