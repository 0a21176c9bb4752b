/* The fast Fourier transform (radix 2, in place after a bit reversal) and the logarithms of its
 * power spectrum. size: how many points, a power of two. x: complex numbers, real and imaginary
 * part in turn. data: cosines and sines of the half circle, in turn. y: the spectrum. */
#include "kernel.h"

static void reverse_bits(int n, const real *from, real *to) {
  int at = 0;
  for (int i = 0; i < n; i++) {
    to[2 * at] = from[2 * i];
    to[2 * at + 1] = from[2 * i + 1];
    int bit = n / 2;
    while (bit > 0 && (at & bit)) {
      at -= bit;
      bit /= 2;
    }
    at += bit;
  }
}

static void transform(int n, const double *circle, real *z) {
  for (int half = 1; half < n; half *= 2) {
    int stride = n / (2 * half);
    for (int start = 0; start < n; start += 2 * half)
      for (int k = 0; k < half; k++) {
        real *a = z + 2 * (start + k), *b = a + 2 * half;
        double cosine = circle[2 * k * stride], sine = -circle[2 * k * stride + 1];
        real re = cosine * b[0] - sine * b[1], im = cosine * b[1] + sine * b[0];
        b[0] = a[0] - re;
        b[1] = a[1] - im;
        a[0] += re;
        a[1] += im;
      }
  }
}

void fourier(const int *size, const int *index, const double *data, const real *x, real *y) {
  int n = size[0];
  real *z = RESERVE(2 * n);
  (void)index;
  reverse_bits(n, x, z);
  transform(n, data, z);
  for (int i = 0; i < n; i++)
    y[i] = log(1.0 + z[2 * i] * z[2 * i] + z[2 * i + 1] * z[2 * i + 1]);
  RELEASE(z);
}
