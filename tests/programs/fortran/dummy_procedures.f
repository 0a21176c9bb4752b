C     Procedures as arguments, handed on through a second level.
      DOUBLE PRECISION FUNCTION TRAPZD(F, A, B, N)
      DOUBLE PRECISION F, A, B, H
      INTEGER N, I
      EXTERNAL F
      H = (B - A)/N
      TRAPZD = 0.5D0*(F(A) + F(B))
      DO 10 I = 1, N - 1
   10 TRAPZD = TRAPZD + F(A + I*H)
      TRAPZD = TRAPZD*H
      END
      SUBROUTINE TABLE(RULE, F, SUB)
      EXTERNAL RULE, F, SUB
      DOUBLE PRECISION RULE, F, R
      INTEGER N
      DO 10 N = 1, 4
         R = RULE(F, 0.0D0, 1.0D0, 2**N)
         CALL SUB(N, R)
   10 CONTINUE
      END
      SUBROUTINE SHOW(N, R)
      INTEGER N
      DOUBLE PRECISION R
      WRITE (*, '(I4, ES24.16)') N, R
      END
      DOUBLE PRECISION FUNCTION BELL(X)
      DOUBLE PRECISION X
      BELL = EXP(-X*X)
      END
      PROGRAM MAIN
      EXTERNAL BELL, TRAPZD, SHOW
      DOUBLE PRECISION BELL, TRAPZD
      CALL TABLE(TRAPZD, BELL, SHOW)
      END
