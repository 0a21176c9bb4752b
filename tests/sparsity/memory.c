/* Calls, heap, bytes, a loop that values end; a matrix, a number by value, a number behind a pointer, a
   result.
   head: memory(a,b)>(out,memory,c) */
#include <math.h>
#include <stdlib.h>
#include <string.h>

static double smooth(double u, const double *p) { return u > 100.0 ? u : sin(u) * *p; }

static void shift(double *from, double *to, int n) {
  for (double *q = to; n > 0; n--)
    *q++ = *from++;
}

double memory(double a[3][4], double b, double *out, double c[4])
{
  double *w = malloc(4 * sizeof(double)), *v = calloc(4, sizeof *v);
  double p = a[2][3];
  memcpy(w, a[1], 4 * sizeof(double));
  shift(w + 1, v, 3);
  double s = 0.0;
  for (int i = 0; s < 2.0 && i < 3; i++)
    s += v[i] * v[i];
  *out = fmax(s, -1.0) * b;
  for (int i = 0; i < 4; i++)
    c[i] = smooth(a[0][i], &p) + (double)(int)a[1][i];
  p = b;
  double result = c[0] * p;
  free(v);
  free(w);
  return result;
}
