C     Fast Fourier transform in place, bit reversal first.
      SUBROUTINE FFT(A, LOGN, SGN)
      INTEGER LOGN, SGN, N, I, J, K, L, LE, LE1, IP
      COMPLEX*16 A(*), U, W, T
      DOUBLE PRECISION PI
      PARAMETER (PI = 3.141592653589793D0)
      N = 2**LOGN
      J = 1
      DO 7 I = 1, N - 1
         IF (I .GE. J) GOTO 5
         T = A(J)
         A(J) = A(I)
         A(I) = T
    5    K = N/2
    6    IF (K .GE. J) GOTO 7
         J = J - K
         K = K/2
         GOTO 6
    7 J = J + K
      DO 20 L = 1, LOGN
         LE = 2**L
         LE1 = LE/2
         U = (1.0D0, 0.0D0)
         W = DCMPLX(COS(PI/LE1), SGN*SIN(PI/LE1))
         DO 20 J = 1, LE1
            DO 10 I = J, N, LE
               IP = I + LE1
               T = A(IP)*U
               A(IP) = A(I) - T
   10       A(I) = A(I) + T
   20 U = U*W
      END
      PROGRAM MAIN
      COMPLEX*16 A(16)
      INTEGER I
      DO 10 I = 1, 16
   10 A(I) = DCMPLX(DBLE(MOD(I*I, 7)), 0.1D0*I)
      CALL FFT(A, 4, -1)
      PRINT '(2ES25.16)', A
      CALL FFT(A, 4, 1)
      PRINT '(2ES25.16)', (A(I)/16, I = 1, 16)
      END
