! Free form as it can be: continuation inside names and text, several statements on a line.
PROGRAM Layout; IMPLICIT NONE
  INTEGER :: First_Value, second_value; REAL(8) :: X, &
    Y ! a comment after a continuation
  First_value = 1; SECOND_VALUE = 2
  x = 1.0D0 + &
      ! a comment between
      2.0D0*FIRST_&
      &VALUE
  y = x; IF (x > y) THEN; y = 0; ELSE IF (x == y) THEN; y = -x; ENDIF
  print *, 'don''t', "say ""so""", 'a & b', &
    'split &
    &text'
  PRINT '(2ES24.16, I4)', X, Y, second_value
  DO first_value = 1, 3; second_value = second_value + first_value; ENDDO
  print *, First_Value, Second_Value
END PROGRAM Layout
