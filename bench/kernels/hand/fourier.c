/* The adjoint of fourier.c. The transform is linear: its stages go back with conjugate factors;
 * nothing is kept. */
#include "hand.h"

/* Where the next point goes, in reversed bits. */
static inline int after(int at, int n) {
  int bit = n / 2;
  while (bit > 0 && (at & bit)) {
    at -= bit;
    bit /= 2;
  }
  return at + bit;
}

static void transform(int n, const double *circle, double *z) {
  for (int half = 1; half < n; half *= 2) {
    int stride = n / (2 * half);
    for (int start = 0; start < n; start += 2 * half)
      for (int k = 0; k < half; k++) {
        double *a = z + 2 * (start + k), *b = a + 2 * half;
        double cosine = circle[2 * k * stride], sine = -circle[2 * k * stride + 1];
        double re = cosine * b[0] - sine * b[1], im = cosine * b[1] + sine * b[0];
        b[0] = a[0] - re;
        b[1] = a[1] - im;
        a[0] += re;
        a[1] += im;
      }
  }
}

static void transform_back(int n, const double *circle, double *z) {
  for (int half = n / 2; half >= 1; half /= 2) {
    int stride = n / (2 * half);
    for (int start = 0; start < n; start += 2 * half)
      for (int k = 0; k < half; k++) {
        double *a = z + 2 * (start + k), *b = a + 2 * half;
        double cosine = circle[2 * k * stride], sine = -circle[2 * k * stride + 1];
        double re = a[0] - b[0], im = a[1] - b[1];
        a[0] += b[0];
        a[1] += b[1];
        b[0] = cosine * re + sine * im;
        b[1] = cosine * im - sine * re;
      }
  }
}

void fourier_hand(const int *size, const int *index, const double *data, const double *x,
                  double *xb, double *y, double *yb) {
  int n = size[0], at = 0;
  double *z = reserve(2 * n);
  for (int i = 0; i < n; i++, at = after(at, n)) {
    z[2 * at] = x[2 * i];
    z[2 * at + 1] = x[2 * i + 1];
  }
  transform(n, data, z);
  for (int i = 0; i < n; i++) {
    double by = 2.0 * yb[i] / (1.0 + z[2 * i] * z[2 * i] + z[2 * i + 1] * z[2 * i + 1]);
    z[2 * i] *= by;
    z[2 * i + 1] *= by;
  }
  transform_back(n, data, z);
  at = 0;
  for (int i = 0; i < n; i++, at = after(at, n)) {
    xb[2 * i] += z[2 * at];
    xb[2 * i + 1] += z[2 * at + 1];
  }
  free(z);
  (void)index, (void)y;
}
