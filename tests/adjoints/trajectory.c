/* Loops that write elements of arrays whose other elements they read: forwards and backwards, by pointers, with
   strides, through an index, around a while loop, and with what was needed before the loop.
   head: march(x)>(y)
   size: n=6 x=6 y=6 */
#include <math.h>

static void step(int n, const double *from, double *to) {
  for (int i = 1; i < n; i++)
    to[i] = to[i - 1] * from[i] + sin(from[i - 1]);
}

void march(int n, const double *x, double *y) {
  double s[8], down[8], both[8], by[8], before[8], ring[8], pair[16];
  int order[8] = {3, 1, 4, 0, 5, 2, 6, 7}, t = 0;
  s[0] = x[0];
  for (int i = 1; i < n; i++)
    s[i] = sin(s[i - 1]) * x[i] + s[i - 1] * s[i - 1];
  down[n - 1] = s[n - 1];
  for (int i = n - 2; i >= 0; i--)
    down[i] = down[i + 1] * down[i + 1] * 0.5 + x[i];
  for (int i = 0; i < 8; i++)
    both[i] = 0.1 * i + x[0], by[i] = ring[i] = x[1] + 0.2 * i, pair[i] = x[2], pair[i + 8] = x[3];
  for (int i = 1; i < n - 1; i++)
    both[i] = both[i - 1] * both[i + 1] + x[i];
  for (double *p = by + 1; p < by + n; p++)
    *p = p[-1] * cos(p[-1]) + 0.3 * *p;
  for (int i = 0; i < n; i++)
    before[i] = x[i] * by[i];
  double sum = 0.0;
  for (int i = 0; i < n; i++)
    sum += before[i] * before[i];
  before[0] = sum;
  for (int i = 1; i < n; i++)
    before[i] = before[i - 1] * 0.5 + sin(before[i - 1]);
  for (int i = 0; i + 1 < n; i++)
    ring[order[i + 1]] = ring[order[i]] * ring[order[i]] * 0.3 + x[i];
  while (t < 2) {
    for (int i = 2; i < n; i += 2)
      pair[i] = pair[i - 2] * pair[i - 1] * 0.7 + t, pair[i + 1] = sin(pair[i]);
    step(n, pair, pair + 8);
    t++;
  }
  for (int i = 0; i < n; i++)
    y[i] = s[i] + down[i] * both[i] + by[i] * before[i] + ring[i] + pair[i] * pair[i + 8];
}
