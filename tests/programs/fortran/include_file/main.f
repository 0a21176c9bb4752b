C     INCLUDE of declarations and of statements, from two directories.
      PROGRAM MAIN
      INCLUDE 'sizes.inc'
      INCLUDE 'block.inc'
      DO 10 I = 1, N
   10 V(I) = I*SCALE
      CALL TWICE
      WRITE (*, '(4F10.4)') V
      END
      SUBROUTINE TWICE
      INCLUDE 'sizes.inc'
      INCLUDE 'block.inc'
      DO 10 I = 1, N
   10 V(I) = 2*V(I)
      END
