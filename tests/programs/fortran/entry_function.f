C     A function with ENTRY points: the results share storage, the code falls from one to the next.
      DOUBLE PRECISION FUNCTION CIRC(R)
      DOUBLE PRECISION R, AREA, PI, F
      REAL ROUGH
      PARAMETER (PI = 3.14159265358979D0)
      CIRC = 2.0D0*PI*R
      RETURN
      ENTRY AREA(R)
      F = R*R
      AREA = PI*F
      RETURN
      ENTRY ROUGH(R)
      ROUGH = 3.0*REAL(R)
      END
      PROGRAM MAIN
      DOUBLE PRECISION CIRC, AREA
      REAL ROUGH
      WRITE (*, '(2ES24.16, ES16.8)') CIRC(1.5D0), AREA(1.5D0),
     $   ROUGH(1.5D0)
      END
