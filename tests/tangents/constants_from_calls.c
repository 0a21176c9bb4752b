// Functions that only ever write constants, into memory that has derivatives in their callers: what was
// there, from the round before, must not stay.
// head: rounds(x)>(y)
#include <string.h>

typedef struct {
  double a[3];
  double *p;
} box;

static const double table[3] = {1, 2, 3};

static void set(double *a, int n, double value) {
  for (int i = 0; i < n; i++)
    a[i] = value;
}

static void fill(box *b) {
  set(b->p, 3, 0.5);
  b->a[0] = 1;
  b->a[1] = 2;
  b->a[2] = 3;
}

void rounds(const double x[2], double *y) {
  double t[3], u[3], w[3];
  box b;
  b.p = w;
  *y = 0;
  for (int k = 0; k < 2; k++) {
    set(t, 3, 0);
    memcpy(u, table, sizeof u);
    fill(&b);
    t[1] = x[k] * x[0];
    u[1] = x[k];
    b.a[1] = x[k];
    b.p[2] = x[k] * x[1];
    *y += t[0] + t[1] * t[2] + u[0] * u[1] * u[2] + b.a[0] * b.a[1] * b.a[2] + w[0] + w[1] * w[2];
    for (int i = 0; i < 3; i++)
      t[i] = u[i] = w[i] = b.a[i] = x[k];
  }
}
