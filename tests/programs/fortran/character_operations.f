C     CHARACTER: substrings, concatenation, comparison with padding, intrinsics.
      PROGRAM CHARS
      CHARACTER*10 A, B
      CHARACTER*20 C
      CHARACTER D(3)*4
      INTEGER I, L
      A = 'hello'
      B(1:3) = 'abc'
      B(4:) = A(2:4)//'zz'
      C = A(1:5)//', '//B
      PRINT *, A, '|', B, '|', C, '|'
      PRINT *, INDEX(C, 'bc'), LEN(C), ICHAR(A(1:1)), CHAR(65),
     $   INDEX(C, 'nope')
      PRINT *, A .EQ. 'hello', A .LT. B, A(1:1)//A(5:5) .GE. 'ha',
     $   LLE(A, B)
      DO 10 I = 1, 3
         D(I) = CHAR(ICHAR('p') + I)//'-'//CHAR(ICHAR('0') + I)
   10 CONTINUE
      PRINT '(3A6)', D
      D(2)(2:3) = '++'
      PRINT '(3A6)', D
      L = 0
      DO 20 I = LEN(A), 1, -1
         IF (A(I:I) .NE. ' ') GOTO 30
         L = L + 1
   20 CONTINUE
   30 PRINT *, L, 'it''s'
      END
