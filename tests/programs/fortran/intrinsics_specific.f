C     Intrinsics by the names of Fortran 66 and 77.
      PROGRAM SPECIF
      REAL X, Y
      DOUBLE PRECISION D, E
      INTEGER I, J
      COMPLEX Z
      X = 1.75
      Y = -0.5
      D = 2.25D0
      E = -1.125D0
      I = 7
      J = -3
      Z = (3.0, 4.0)
      PRINT *, IABS(J), MAX0(I, J), MIN0(I, J), 
     $   ISIGN(I, J), IDIM(I, J), MOD(I, J)
      PRINT *, AMAX1(X, Y), AMIN1(X, Y), AMAX0(I, J),
     $   MAX1(X, Y), AMOD(X, Y)
      PRINT '(4Z18)', DABS(E), DMAX1(D, E), DMIN1(D, E), DSIGN(D, E)
      PRINT '(4Z18)', DSQRT(D), DEXP(E), DLOG(D), DLOG10(D)
      PRINT '(4Z18)', DSIN(D), DCOS(D), DTAN(D), DATAN2(D, E)
      PRINT '(4Z18)', ALOG(X), ALOG10(X), FLOAT(I), SNGL(D)
      PRINT *, IFIX(X), IDINT(E), NINT(X), IDNINT(D), INT(E)
      PRINT '(3Z18)', DBLE(X), DPROD(X, Y), DMOD(D, 1.0D0)
      PRINT '(3Z18)', CABS(Z), AIMAG(Z), REAL(Z)
      PRINT '(4Z18)', CEXP(Z/10.0), CSQRT(Z)
      PRINT '(3Z18)', AINT(X), DINT(D), DNINT(E)
      END
