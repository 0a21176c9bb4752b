C     A machine of states: computed GOTO inside a loop, every state jumps on.
      SUBROUTINE SCAN(TEXT, VALUE, OK)
      CHARACTER*(*) TEXT
      INTEGER VALUE, STATE, I, SGN
      LOGICAL OK
      CHARACTER C
      STATE = 1
      VALUE = 0
      SGN = 1
      OK = .FALSE.
      I = 0
  100 I = I + 1
      IF (I .GT. LEN(TEXT)) GOTO 900
      C = TEXT(I:I)
      GOTO (10, 20, 30), STATE
   10 IF (C .EQ. ' ') GOTO 100
      STATE = 2
      IF (C .EQ. '-') THEN
         SGN = -1
         GOTO 100
      END IF
      IF (C .EQ. '+') GOTO 100
   20 IF (LLT(C, '0') .OR. LGT(C, '9')) GOTO 25
      VALUE = 10*VALUE + ICHAR(C) - ICHAR('0')
      OK = .TRUE.
      GOTO 100
   25 STATE = 3
   30 IF (C .EQ. ' ') GOTO 100
      OK = .FALSE.
      RETURN
  900 VALUE = SGN*VALUE
      END
      PROGRAM STATES
      INTEGER V, I
      LOGICAL OK
      CHARACTER*8 T(6)
      DATA T /'  42', '-17', '+ 3', '12x', '    ', '0099  '/
      DO 10 I = 1, 6
         CALL SCAN(T(I), V, OK)
         PRINT *, T(I), V, OK
   10 CONTINUE
      END
