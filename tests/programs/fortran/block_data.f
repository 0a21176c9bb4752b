C     BLOCK DATA gives COMMON its initial values.
      BLOCK DATA CONSTS
      COMMON /PHYS/ G, C, NAME
      COMMON /TAB/ W(5)
      DOUBLE PRECISION G, C, W
      CHARACTER*8 NAME
      DATA G, C /6.674D-11, 2.99792458D8/
      DATA W /0.2D0, 2*0.3D0, 0.15D0, 0.05D0/
      COMMON /NAMES/ NAME2
      CHARACTER*4 NAME2
      DATA NAME2 /'tab'/
      END
      PROGRAM MAIN
      COMMON /PHYS/ G, C, NAME
      COMMON /TAB/ W(5)
      COMMON /NAMES/ LABEL
      DOUBLE PRECISION G, C, W, S
      CHARACTER*8 NAME
      CHARACTER*4 LABEL
      S = 0.0D0
      DO 10 I = 1, 5
   10 S = S + W(I)
      WRITE (*, '(3ES24.16, A)') G, C, S, LABEL
      END
