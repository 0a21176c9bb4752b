/* Times the original and its adjoints, the least of many samples, and the memory that the adjoints ask for.
 * ADJOINTS is a list of X(NAME). Prints NAME SECONDS BYTES DISTANCE, the distance from the first adjoint's gradient. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void ORIGINAL(int n, const double *x, const double *c, double *y);
#define X(name) void name(int n, const double *x, double *xb, const double *c, double *y, double *yb);
ADJOINTS
#undef X

static size_t asked;
void *__real_malloc(size_t);
void *__real_calloc(size_t, size_t);
void *__wrap_malloc(size_t bytes) { asked += bytes; return __real_malloc(bytes); }
void *__wrap_calloc(size_t count, size_t bytes) { asked += count * bytes; return __real_calloc(count, bytes); }

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

typedef void Adjoint(int, const double *, double *, const double *, double *, double *);

int main(int count, char **given) {
  int n = count > 1 ? atoi(given[1]) : 100000, samples = count > 2 ? atoi(given[2]) : 50;
  double *x = calloc(n, sizeof *x), *c = calloc(n, sizeof *c), *xb = calloc(n, sizeof *xb), *first = calloc(n, sizeof *xb);
  double y[1], yb[1], least = INFINITY;
  for (int i = 0; i < n; i++) {
    x[i] = 0.3 + 0.7 * sin(1.0 + i);
    c[i] = 0.5 + 0.4 * cos(2.0 * i);
  }
  for (int k = 0; k < samples; k++) {
    double start = now();
    ORIGINAL(n, x, c, y);
    least = fmin(least, now() - start);
  }
  printf("original %.9f 0 0\n", least);
  static const struct { const char *name; Adjoint *run; } adjoints[] = {
#define X(name) {#name, name},
      ADJOINTS
#undef X
  };
  for (size_t a = 0; a < sizeof adjoints / sizeof *adjoints; a++) {
    double far = 0.0, large = 0.0;
    size_t bytes = 0;
    least = INFINITY;
    for (int k = 0; k < samples; k++) {
      memset(xb, 0, n * sizeof *xb);
      yb[0] = 1.0;
      asked = 0;
      double start = now();
      adjoints[a].run(n, x, xb, c, y, yb);
      least = fmin(least, now() - start);
      bytes = asked;
    }
    if (a == 0)
      memcpy(first, xb, n * sizeof *xb);
    for (int i = 0; i < n; i++) {
      far = fmax(far, fabs(xb[i] - first[i]));
      large = fmax(large, fabs(first[i]));
    }
    printf("%s %.9f %zu %.3e\n", adjoints[a].name, least, bytes, far / large);
  }
  return 0;
}
