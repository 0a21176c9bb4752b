C     END= and ERR= branches of READ.
      PROGRAM RDBRCH
      CHARACTER*6 LINES(5)
      INTEGER K, N, TOTAL, BAD
      DATA LINES /'    10', '    xx', '   -30', '', '    40'/
      TOTAL = 0
      BAD = 0
      OPEN (UNIT = 10, STATUS = 'SCRATCH', FORM = 'FORMATTED')
      DO 10 K = 1, 5
   10 WRITE (10, '(A)') LINES(K)
      REWIND 10
   20 READ (10, '(I6)', END = 40, ERR = 30) N
      TOTAL = TOTAL + N
      GOTO 20
   30 BAD = BAD + 1
      GOTO 20
   40 CLOSE (10)
      PRINT *, TOTAL, BAD
      END
