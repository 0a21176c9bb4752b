/* Functions and variables of the user's that have the names of helpers. */
/* head: powers(x)>(powers) */
/* head: steps(x)>(steps) */
/* at: {"n": 3, "x": 0.8} */
#include <math.h>
#include <stdlib.h>

double tape = 2.0;

static void *kept_values(void *room) {
  if (!room)
    abort();
  return room;
}

static double memory_or_stop(double x) { return x * x; }

double powers(double x, int n) {
  double *t = kept_values(malloc(n * sizeof(double)));
  double s = 1;
  for (int i = 0; i < n; i++) {
    t[i] = s;
    s *= memory_or_stop(x);
  }
  for (int i = 0; i < n; i++)
    s *= t[i];
  free(t);
  return s;
}

static void tape_push(double *x, int n) {
  while (*x > 0.5 - 0.1 * n)
    *x *= sin(*x) * tape / 2;
}

double steps(double x, int n) {
  for (int i = 0; i < n; i++)
    tape_push(&x, i);
  return x;
}
