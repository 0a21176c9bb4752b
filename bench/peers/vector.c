/* Checks and times the vector tangent of one kernel against its tangent with one direction.
 *
 *   vector KERNEL ROUNDS MILLISECONDS
 *
 * prints: how far the derivatives are apart, and the processor seconds of the original, of one
 * direction by each tangent; the least of ROUNDS samples, taken in turns. */
#include "../kernels/problems.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

void ORIGINAL(const int *, const int *, const double *, const double *, double *);
void TANGENT(const int *, const int *, const double *, const double *, const double *, double *,
             double *);
#ifdef RUNTIME_FIRST
void VECTOR(int, const int *, const int *, const double *, const double *, void *, double *, void *);
#elif defined RUNTIME_LAST
void VECTOR(const int *, const int *, const double *, const double *, void *, double *, void *,
            const int *);
#else
void VECTOR(const int *, const int *, const double *, const double *, void *, double *, void *);
#endif

static struct problem p;
static double *xv, *yv, *xd, *yd, *y;

static void original(void) { ORIGINAL(p.size, p.index, p.data, p.x, y); }

static void direction(int k) {
  for (int i = 0; i < p.inputs; i++)
    xd[i] = xv[i * DIRECTIONS + k];
  TANGENT(p.size, p.index, p.data, p.x, xd, y, yd);
}

static void single(void) { TANGENT(p.size, p.index, p.data, p.x, xd, y, yd); }

static void vector(void) {
#ifdef RUNTIME_FIRST
  VECTOR(DIRECTIONS, p.size, p.index, p.data, p.x, xv, y, yv);
#elif defined RUNTIME_LAST
  int number = DIRECTIONS;
  VECTOR(p.size, p.index, p.data, p.x, xv, y, yv, &number);
#else
  VECTOR(p.size, p.index, p.data, p.x, xv, y, yv);
#endif
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

static double distance(void) {
  double largest = 1e-300, apart = 0;
  vector();
  for (int k = 0; k < DIRECTIONS; k++) {
    direction(k);
    for (int i = 0; i < p.outputs; i++) {
      double d = fabs(yd[i] - yv[i * DIRECTIONS + k]);
      largest = fmax(largest, fabs(yd[i]));
      apart = d <= apart ? apart : d; /* a NaN stays */
    }
  }
  return apart / largest;
}

int main(int argc, char **argv) {
  if (argc != 4 || !make_problem(argv[1], 0, &p))
    return 2;
  int rounds = atoi(argv[2]);
  double sample = atof(argv[3]) / 1000;
  xv = calloc(p.inputs * DIRECTIONS + 1, sizeof *xv);
  yv = calloc(p.outputs * DIRECTIONS + 1, sizeof *yv);
  xd = calloc(p.inputs + 1, sizeof *xd);
  yd = calloc(p.outputs + 1, sizeof *yd);
  y = calloc(p.outputs + 1, sizeof *y);
  for (int i = 0; i < p.inputs * DIRECTIONS; i++)
    xv[i] = sin(i + 1.0);
  double apart = distance();
  void (*kinds[])(void) = {original, single, vector};
  double best[3] = {INFINITY, INFINITY, INFINITY};
  for (int r = 0; r < rounds; r++)
    for (int k = 0; k < 3; k++) {
      double start = now(), end;
      int calls = 0;
      do {
        kinds[k]();
        calls++;
        end = now();
      } while (end - start < sample);
      best[k] = fmin(best[k], (end - start) / calls);
    }
  printf("%.3g %.6g %.6g %.6g\n", apart, best[0], best[1], best[2] / DIRECTIONS);
}
