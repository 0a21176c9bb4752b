C     CHARACTER arguments of assumed length, functions of fixed and assumed length.
      SUBROUTINE REVERS(S)
      CHARACTER*(*) S
      CHARACTER T
      INTEGER I, N
      N = LEN(S)
      DO 10 I = 1, N/2
         T = S(I:I)
         S(I:I) = S(N - I + 1:N - I + 1)
         S(N - I + 1:N - I + 1) = T
   10 CONTINUE
      END
      CHARACTER*6 FUNCTION TAG(K)
      INTEGER K
      WRITE (TAG, '(A2, I4.4)') 'no', K
      END
      CHARACTER*(*) FUNCTION FILLED(C)
      CHARACTER C
      INTEGER I
      DO 10 I = 1, LEN(FILLED)
   10 FILLED(I:I) = C
      END
      PROGRAM MAIN
      CHARACTER*9 S
      CHARACTER*6 TAG
      CHARACTER*5 FILLED
      S = 'abcdefghi'
      CALL REVERS(S)
      PRINT *, S
      CALL REVERS(S(3:6))
      PRINT *, S, TAG(42), FILLED('*')
      PRINT *, TAG(7)//'/'//FILLED('x')
      END
