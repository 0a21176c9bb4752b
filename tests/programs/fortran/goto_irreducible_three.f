C     Three blocks, each reachable from the other two and from the start.
      PROGRAM TRI
      INTEGER SEED, COUNT, A, B, C, NEXT
      COMMON /RNG/ SEED
      SEED = 17
      A = 0
      B = 0
      C = 0
      COUNT = 0
      GOTO (10, 20, 30), NEXT(3)
   10 A = A + 1
      COUNT = COUNT + 1
      IF (COUNT .GE. 100) GOTO 40
      IF (NEXT(2) .EQ. 1) GOTO 20
      GOTO 30
   20 B = B + 1
      COUNT = COUNT + 1
      IF (COUNT .GE. 100) GOTO 40
      IF (NEXT(2) .EQ. 1) GOTO 30
      GOTO 10
   30 C = C + 1
      COUNT = COUNT + 1
      IF (COUNT .GE. 100) GOTO 40
      IF (NEXT(2) .EQ. 1) GOTO 10
      GOTO 20
   40 PRINT *, A, B, C, COUNT
      END
      INTEGER FUNCTION NEXT(M)
      INTEGER M, SEED
      COMMON /RNG/ SEED
      SEED = MOD(SEED*1103 + 377, 65536)
      NEXT = MOD(SEED/16, M) + 1
      END
