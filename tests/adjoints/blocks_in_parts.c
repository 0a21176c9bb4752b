/* Arrays that are cut from one block of memory: some keep to their parts, others reach into the next one, so that to
   write the one is to overwrite what the adjoint of the other needs.
   head: apart(x)>(y)
   head: from_each_other(x)>(y)
   head: over_the_edge(x)>(y)
   head: before_its_part(x)>(y)
   head: in_a_branch(x)>(y)
   head: overlapping(x)>(y)
   head: exchanged(x)>(y)
   head: moved_along(x)>(y)
   head: in_callees(x)>(y)
   head: too_small(x)>(y)
   head: too_small_behind_branch(x)>(y)
   head: kept_in_record(x)>(y)
   head: one_of_two(x)>(y)
   size: n=4 x=4 y=4 */
#include <math.h>
#include <stdlib.h>

static void square(int n, const double *u, double *out) {
  out[0] = u[0] * u[2];
  for (int i = 1; i < n; i++)
    out[i] = u[i] * u[i - 1];
}

void apart(int n, const double *x, double *y) {
  double *work = malloc(3 * n * sizeof(double)), *a = work + n, *b = work + 2 * n;
  for (int i = 0; i < n; i++)
    a[i] = x[i];
  for (int t = 0; t < 3; t++) {
    square(n, a, b);
    square(n, b, work);
    for (int i = 0; i < n; i++)
      a[i] = sin(work[i]) + b[i] * a[i];
  }
  for (int i = 0; i < n; i++)
    y[i] = a[i] * b[i];
  free(work);
}

void from_each_other(int n, const double *x, double *y) {
  double *a = calloc(3 * n, sizeof(double));
  double *b = a + n;
  double *c = b + n;
  for (int i = 0; i < n; i++)
    c[i] = x[i];
  for (int t = 0; t < 3; t++) {
    for (int i = 0; i < n; i++)
      a[i] = c[i] * c[i];
    for (int i = 0; i < n; i++)
      b[i] = a[i] * c[i] + b[i];
    for (int i = 0; i < n; i++)
      c[i] = cos(a[i] * b[i]);
  }
  for (int i = 0; i < n; i++)
    y[i] = c[i] + b[i];
  free(a);
}

static void beyond(int n, const double *u, double *out) {
  for (int i = 0; i <= n; i++)
    out[i] = 0.3 * u[i] * u[i];
}

void over_the_edge(int n, const double *x, double *y) {
  double *work = calloc(2 * n + 1, sizeof(double)), *a = work + n;
  for (int i = 0; i < n; i++)
    a[i] = x[i];
  for (int t = 0; t < 3; t++) {
    beyond(n, a, work);
    for (int i = 0; i < n; i++)
      a[i] += work[i] + x[i];
  }
  for (int i = 0; i < n; i++)
    y[i] = a[i];
  free(work);
}

void before_its_part(int n, const double *x, double *y) {
  double *work = calloc(2 * n, sizeof(double)), *a = work + n;
  for (int i = 0; i < n; i++)
    work[i] = x[i];
  for (int t = 0; t < 3; t++) {
    for (int i = 0; i < n; i++)
      a[i] = a[i - 1] * work[i];
    for (int i = 0; i < n; i++)
      work[i] = a[i] * x[i] + a[-1];
  }
  for (int i = 0; i < n; i++)
    y[i] = work[i] * a[i];
  free(work);
}

void in_a_branch(int n, const double *x, double *y) {
  double *work = calloc(2 * n, sizeof(double)), *a = work + n;
  for (int i = 0; i < n; i++)
    a[i] = x[i];
  for (int t = 0; t < 3; t++) {
    for (int i = 0; i < n; i++) {
      work[i] = a[i] * a[i];
      if (i < n - 3)
        work[i + n] = 0.5 * work[i] + x[i + 1];
    }
    for (int i = 0; i < n; i++)
      a[i] = a[i] * work[i];
  }
  for (int i = 0; i < n; i++)
    y[i] = a[i];
  free(work);
}

void overlapping(int n, const double *x, double *y) {
  double *work = calloc(n + 2, sizeof(double)), *a = work + 2;
  for (int i = 0; i < n; i++)
    a[i] = x[i];
  for (int t = 0; t < 3; t++) {
    for (int i = 0; i < n; i++)
      work[i] = a[i] * a[i] + x[i];
    for (int i = 0; i < n; i++)
      a[i] += 0.2 * work[i];
  }
  for (int i = 0; i < n; i++)
    y[i] = a[i];
  free(work);
}

void exchanged(int n, const double *x, double *y) {
  double *work = calloc(2 * n, sizeof(double)), *a = work, *b = work + n;
  for (int i = 0; i < n; i++)
    a[i] = x[i];
  for (int t = 0; t < 3; t++) {
    for (int i = 0; i < n; i++)
      b[i] = a[i] * a[i] + x[i];
    double *c = a;
    a = b;
    b = c;
  }
  for (int i = 0; i < n; i++)
    y[i] = a[i] * b[i];
  free(work);
}

void moved_along(int n, const double *x, double *y) {
  double *work = calloc(2 * n, sizeof(double)), *a = work + n, *end = work + 2 * n;
  int k = 0;
  for (double *p = work; p < end; p++, k++)
    *p = x[k % n] * (k < n ? 1.0 : p[-n]);
  for (int t = 0; t < 2; t++) {
    k = 0;
    for (double *p = a; p < end; p++, k++)
      *p = *p * work[k];
    for (int i = 0; i < n; i++)
      work[i] = sin(a[i]) * work[i];
  }
  for (int i = 0; i < n; i++)
    y[i] = a[i] * work[i];
  free(work);
}

static void both(int n, double *u, double *v) {
  double *w = v + 1;
  square(n, u, v);
  for (int i = 0; i < n - 1; i++)
    u[i] += w[i] * v[i];
}

void in_callees(int n, const double *x, double *y) {
  double *work = malloc(2 * n * sizeof(double)), *a = work + n;
  for (int i = 0; i < n; i++)
    a[i] = x[i];
  for (int t = 0; t < 3; t++) {
    both(n, a, work);
    both(n, work, a);
  }
  for (int i = 0; i < n; i++)
    y[i] = a[i] * work[i];
  free(work);
}

/* With m = 1, what is read behind the question mark or the branch would be outside: nothing follows from it. */
static void third(int m, const double *u, double *out) {
  out[0] = u[0] * u[0] + (m > 2 ? u[2] : 0.0);
  out[1] = 0.5 * u[0];
}

void too_small(int n, const double *x, double *y) {
  int m = n - 3;
  double *work = calloc(2 * m + 1, sizeof(double)), *a = work + m;
  a[0] = x[0];
  for (int t = 0; t < 3; t++) {
    third(m, a, work);
    a[0] += work[0] + x[1];
  }
  for (int i = 0; i < n; i++)
    y[i] = x[i] + a[0];
  free(work);
}

static void fourth(int m, const double *u, double *out) {
  if (m > 2)
    out[2] = u[2];
  out[0] = u[0] * u[0];
  out[1] = 0.5 * u[0];
}

void too_small_behind_branch(int n, const double *x, double *y) {
  int m = n - 3;
  double *work = calloc(2 * m + 1, sizeof(double)), *a = work + m;
  a[0] = x[0];
  for (int t = 0; t < 3; t++) {
    fourth(m, a, work);
    if (m > 5)
      a[5] = x[2];
    a[0] += work[0] + x[1];
  }
  for (int i = 0; i < n; i++)
    y[i] = x[i] + a[0];
  free(work);
}

struct pair {
  double *first, *second;
};

static void multiply(int n, struct pair *p) {
  for (int i = 0; i < n + 1; i++)
    p->first[i] = p->first[i] * p->second[i];
}

void kept_in_record(int n, const double *x, double *y) {
  double *work = calloc(3 * n, sizeof(double)), *a = work + n;
  struct pair p = {work, a};
  for (int i = 0; i < n; i++)
    work[i] = a[i] = x[i];
  for (int t = 0; t < 3; t++) {
    multiply(n, &p);
    for (int i = 0; i < n; i++)
      a[i] = a[i] * x[i] + work[i];
  }
  for (int i = 0; i < n; i++)
    y[i] = a[i] * work[i];
  free(work);
}

void one_of_two(int n, const double *x, double *y) {
  double *work = calloc(2 * n, sizeof(double)), *a = work + n;
  for (int i = 0; i < n; i++)
    work[i] = a[i] = x[i];
  for (int t = 0; t < 3; t++) {
    double *p = t % 2 == n - 3 ? work : a;
    for (int i = 0; i < n; i++)
      p[i] = p[i] * a[i];
    for (int i = 0; i < n; i++)
      a[i] = work[i] * a[i] + p[i];
  }
  for (int i = 0; i < n; i++)
    y[i] = a[i] * work[i];
  free(work);
}
