/* A recursive fast Fourier transform of complex numbers, and the power spectrum.
   head: spectrum(x)>(power)
   complex step: it computes with complex numbers itself */
#include <complex.h>
#include <math.h>

#define N 8

static void fft(int n, double complex *z, double complex *work)
{
  if (n == 1)
    return;
  for (int i = 0; i < n / 2; i++) {
    work[i] = z[2 * i];
    work[n / 2 + i] = z[2 * i + 1];
  }
  fft(n / 2, work, z);
  fft(n / 2, work + n / 2, z + n / 2);
  for (int i = 0; i < n / 2; i++) {
    double complex t = cexp(-2 * I * acos(-1.0) * i / n) * work[n / 2 + i];
    z[i] = work[i] + t;
    z[i + n / 2] = work[i] - t;
  }
}

void spectrum(const double x[N], double power[N])
{
  double complex z[N], work[N];
  for (int i = 0; i < N; i++)
    z[i] = x[i];
  fft(N, z, work);
  for (int i = 0; i < N; i++)
    power[i] = creal(z[i]) * creal(z[i]) + cimag(z[i]) * cimag(z[i]);
}
