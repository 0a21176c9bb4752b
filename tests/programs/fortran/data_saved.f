C     A local with DATA keeps its value from call to call.
      INTEGER FUNCTION NEXT()
      INTEGER K
      REAL TABLE(3)
      DATA K /0/, TABLE /3*1.0/
      K = K + 1
      TABLE(MOD(K, 3) + 1) = TABLE(MOD(K, 3) + 1)*1.5
      NEXT = K*INT(100.0*TABLE(1))
      END
      PROGRAM MAIN
      INTEGER NEXT, I, J
      DO 10 I = 1, 7
         J = NEXT()
   10 PRINT *, J
      END
