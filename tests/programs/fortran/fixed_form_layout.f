* Fixed form as it can be: blanks anywhere, continuation marks, old comments,
C columns beyond 72, keywords that run together.
      PROGRAM   LAYOUT                                                  ignored
      INTEGERI,J ,K
      REAL X  (3)
      DATA X/1.0,2.0,
     1       3.0/
      DO1 0 I=1,3
         K = I
     +     + 10
     $     * 2
         X(I) = X(I)
     2   **2
 10   CONTI NUE
      J=0
      DO 20 I = 1 , 3
      IF(X(I).GT.1.5)GO  TO  20
      J=J+1
20    CONTINUE
! a modern comment
      PRINT *, I,
     &J, K
      P R I N T '(3F6.1)', X
      PRINT *, 'text in two
     & lines'; PRINT *, J
      END
