/* Integers and pointers that count: up, down, by what changes, in loops of any kind, unsigned ones that wrap
   around; and those that only look like counters.
   head: count(x)>(count) */
#include <stddef.h>

int total;

static double step(const double *x, int *at) {
  double v = x[*at] * x[*at];
  *at = *at + 1;
  total = total + *at;
  return v;
}

double count(int n, const double *x) {
  double s = 0.0, work[64];
  const double *p = x, *end = x + n;
  int at = 0, stride = 1, twice = 1;
  unsigned char small = 254;
  unsigned wrap = 4294967294u;
  size_t k = n;
  total = 0;
  for (int i = 0; i < 64; i++)
    work[i] = 1.0 + 0.01 * i;
  while (p < end) {
    s += *p * work[at % 64];
    p++;
    at = at + stride;
    stride = stride + 1;
  }
  while (k--)
    s *= 1.0 + 0.1 * x[k];
  for (int i = 0; i < n; i++) {
    wrap += 1;
    small += 1;
    work[wrap % 64] *= x[i];
    work[small % 64] += x[i] * x[i];
    twice = twice + twice;
    work[twice % 64] *= x[i];
    if (x[i] > 0.2)
      at -= 2;
    else
      at = i;
    at = at < 0 ? 0 : at;
    s += work[at % 64] * work[at % 64];
  }
  at = 0;
  while (at < n)
    s += step(x, &at) * work[total % 64];
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      work[at % 64] *= x[j];
      at++;
      s += work[at % 64] * x[i];
    }
  return s;
}
