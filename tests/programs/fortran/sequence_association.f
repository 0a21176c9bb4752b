C     Array elements as actual arguments: columns, tails, rows by stride, other shapes.
      SUBROUTINE SCAL(N, F, X, INC)
      INTEGER N, INC, I
      REAL F, X(*)
      DO 10 I = 1, N
   10 X(1 + (I - 1)*INC) = F*X(1 + (I - 1)*INC)
      END
      SUBROUTINE CUBE(A)
      REAL A(2, 2, 2)
      A(2, 1, 2) = -100.0
      A(1, 2, 1) = A(1, 2, 1) + A(2, 2, 2)
      END
      PROGRAM SEQASS
      REAL A(4, 3), W(20)
      INTEGER I, J
      DO 10 J = 1, 3
      DO 10 I = 1, 4
   10 A(I, J) = 10*I + J
      CALL SCAL(4, 2.0, A(1, 2), 1)
      CALL SCAL(3, 0.5, A(3, 1), 4)
      CALL SCAL(2, -1.0, A(3, 3), 1)
      WRITE (*, '(4F9.3)') A
      CALL CUBE(A(3, 1))
      WRITE (*, '(4F9.3)') A
      DO 20 I = 1, 20
   20 W(I) = I
      CALL CUBE(W(5))
      CALL CUBE(W)
      WRITE (*, '(10F8.1)') W
      END
