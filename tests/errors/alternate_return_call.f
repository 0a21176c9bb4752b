      SUBROUTINE USER(X)
      REAL X
      CALL CHECK(X, *10)
      X = 2.0
      RETURN
   10 X = 0.0
      END
