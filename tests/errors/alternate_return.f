      SUBROUTINE CHECK(X, *, *)
      REAL X
      IF (X .LT. 0.0) RETURN 1
      IF (X .GT. 1.0) RETURN 2
      END
