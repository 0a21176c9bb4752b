C     Named constants stay named: of every type, from expressions, as array bounds.
C     expect: \btwopi\b.*\*
      PROGRAM PARAMS
      INTEGER N, M
      DOUBLE PRECISION PI, TWOPI, X
      LOGICAL DEBUG
      CHARACTER*(*) TITLE
      COMPLEX EYE
      PARAMETER (N = 5, M = N*2 - 1, PI = 3.141592653589793D0)
      PARAMETER (TWOPI = 2*PI)
      PARAMETER (DEBUG = .TRUE., TITLE = 'a ''quoted'' title')
      PARAMETER (EYE = (0.0, 1.0))
      REAL A(N, -M:M)
      INTEGER I
      DO 10 I = -M, M
   10 A(1, I) = I*0.5
      X = TWOPI*A(1, M)
      IF (DEBUG) WRITE (*, '(A, 2I4, ES24.16)') TITLE, N, M, X
      PRINT *, EYE*EYE
      END
