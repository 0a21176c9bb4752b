C     An intrinsic function handed on as an argument, by its specific name.
      DOUBLE PRECISION FUNCTION TWICE(F, X)
      DOUBLE PRECISION F, X
      TWICE = F(F(X))
      END
      PROGRAM MAIN
      DOUBLE PRECISION TWICE
      INTRINSIC DSIN, DSQRT, DEXP
      WRITE (*, '(ES24.16)') TWICE(DSIN, 1.0D0),
     $   TWICE(DSQRT, 5.0D0), TWICE(DEXP, 0.1D0)
      END
