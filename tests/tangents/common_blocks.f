C     Independents and dependents in COMMON, and a block seen in two layouts.
C     head: force(/state/q)>(/result/e)
      SUBROUTINE FORCE
      DOUBLE PRECISION Q(3), P(3), E, G(3)
      COMMON /STATE/ Q, P
      COMMON /RESULT/ E, G
      INTEGER I
      E = 0.0D0
      DO 10 I = 1, 3
        P(I) = P(I) + Q(I)**2
        E = E + P(I)*SIN(Q(I))
   10 CONTINUE
      CALL TOTAL
      END
      SUBROUTINE TOTAL
      DOUBLE PRECISION ALL(6), ENERGY, GRAD(3)
      COMMON /STATE/ ALL
      COMMON /RESULT/ ENERGY, GRAD
      INTEGER I
      DO 20 I = 1, 6
        ENERGY = ENERGY + ALL(I)**2
        IF (I .LE. 3) GRAD(I) = ALL(I)*ALL(I+3)
   20 CONTINUE
      END
