C     FORMAT statements and formats in place, used from several statements.
      PROGRAM FORMTS
      REAL X
      DOUBLE PRECISION D
      INTEGER I, K(4)
      LOGICAL L
      DATA K /1, -22, 333, -4444/, X /3.14159/, D /-2.718281828459045D0/
      L = .TRUE.
      WRITE (*, 100) K, X, D
      WRITE (*, 200) (K(I), X*I, I = 1, 3)
      WRITE (6, 300) 'name', L, D
      WRITE (*, 100) (I, I = 5, 8), X, D
      PRINT 400, K
      WRITE (*, FMT = '(1X, 2(I3.3, ":"), I3.3)') K(1), K(3), 7
      WRITE (*, '(SP, F8.2, SS, F8.2, 1P, E14.5, 0P, G14.5)') X, X, X, X
  100 FORMAT (4I6, F10.5, D24.15)
  200 FORMAT (3(I5, '=', F8.3, :, ','))
  300 FORMAT (1X, A, T12, L3, /, 1X, 'value', TR3, ES15.7, '  it''s')
  400 FORMAT (4(1X, I0))
      END
