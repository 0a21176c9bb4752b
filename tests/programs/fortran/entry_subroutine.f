C     ENTRY: several ways into one procedure, with other arguments and shared saved state.
      SUBROUTINE STACK(N)
      INTEGER N, TOP, S(10), V, I
      SAVE TOP, S
      TOP = 0
      DO 10 I = 1, N
   10 S(I) = 0
      RETURN
      ENTRY PUSH(V)
      TOP = TOP + 1
      S(TOP) = V
      RETURN
      ENTRY POP(V)
      IF (TOP .EQ. 0) THEN
         V = -1
         RETURN
      END IF
      V = S(TOP)
      TOP = TOP - 1
      END
      PROGRAM MAIN
      INTEGER I, V
      CALL STACK(10)
      DO 10 I = 1, 4
   10 CALL PUSH(I*I)
      DO 20 I = 1, 6
         CALL POP(V)
   20 PRINT *, V
      END
