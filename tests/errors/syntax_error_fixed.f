      SUBROUTINE S(X)
      REAL X
      X = (X + 1.0
      END
