/* Compares, for every head in a table, the index sets of its pattern program with its tangent: an element that has a
   derivative by another depends on it. Prints a line for each one missing, and how many there are beyond; `-` begins
   a head, so that a crash is known to be its. Argument: the index of the head to begin with. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "costate_sparse.h"

enum { SIZE = 9 }; /* x, s, y */
typedef void Tangent(int, double *, double *, double *, double *, double *, double *);
typedef void Pattern(int, double *, int *, double *, int *, double *, int *);
typedef void TangentFortran(const int *, double *, double *, double *, double *, double *, double *);
typedef void PatternFortran(const int *, double *, int *, double *, int *, double *, int *);
typedef void Any(void);
struct head {
  const char *name;
  int fortran;
  const char *in, *out; /* which of x, s, y */
  Any *plain, *tangent, *pattern;
};
extern const struct head heads[];
extern const int count;

static const int four = 4;
static const int start[] = {0, 4, 5, SIZE};
static const char *names[SIZE] = {"x[0]", "x[1]", "x[2]", "x[3]", "s", "y[0]", "y[1]", "y[2]", "y[3]"};

static int has(const char *in, int component) {
  const char *order = "xsy";
  for (int i = 0; i < 3; i++)
    if (component >= start[i] && component < start[i + 1])
      return strchr(in, order[i]) != NULL;
  return 0;
}

static void derive(const struct head *h, double *v, double *d) {
  if (h->fortran)
    ((TangentFortran *)h->tangent)(&four, v, d, v + 4, d + 4, v + 5, d + 5);
  else
    ((Tangent *)h->tangent)(4, v, d, v + 4, d + 4, v + 5, d + 5);
}

static void find(const struct head *h, double *v, int *sets) {
  if (h->fortran)
    ((PatternFortran *)h->pattern)(&four, v, sets, v + 4, sets + 4, v + 5, sets + 5);
  else
    ((Pattern *)h->pattern)(4, v, sets, v + 4, sets + 4, v + 5, sets + 5);
}

/* Rows of the pattern as bits. */
static void patternAt(const struct head *h, const double *at, unsigned *rows, double *v) {
  int sets[SIZE], indices[SIZE];
  memcpy(v, at, SIZE * sizeof *v);
  for (int j = 0; j < SIZE; j++)
    sets[j] = has(h->in, j) ? costate_single(j + 1) : 0;
  find(h, v, sets);
  for (int i = 0; i < SIZE; i++) {
    rows[i] = 0;
    int size = costate_set_size(sets[i]);
    if (size > SIZE) {
      printf("tangent %s %s depends on %d elements\n", h->name, names[i], size);
      exit(1);
    }
    costate_set_elements(sets[i], indices);
    for (int k = 0; k < size; k++)
      rows[i] |= 1u << (indices[k] - 1);
  }
  costate_sets_free();
}

static void compare(const struct head *h, const double *at, long *more, long *all) {
  unsigned rows[SIZE];
  double v[SIZE], w[SIZE];
  patternAt(h, at, rows, w);
  for (int j = 0; j < SIZE; j++) {
    double d[SIZE] = {0};
    if (!has(h->in, j))
      continue;
    memcpy(v, at, sizeof v);
    d[j] = 1;
    derive(h, v, d);
    for (int i = 0; i < SIZE; i++) {
      if (!has(h->out, i))
        continue;
      int depends = rows[i] >> j & 1;
      *all += depends;
      *more += depends && d[i] == 0;
      if (d[i] != 0 && !depends) {
        printf("tangent %s d%s/d%s is %.12g, but the pattern says nothing of it\n", h->name, names[i], names[j], d[i]);
        return;
      }
    }
  }
  for (int i = 0; i < SIZE; i++)
    if (memcmp(&v[i], &w[i], sizeof v[i]) != 0 && !(isnan(v[i]) && isnan(w[i]))) {
      printf("tangent %s %s is %.17g in the tangent, %.17g in the pattern\n", h->name, names[i], v[i], w[i]);
      return;
    }
}

int main(int argc, char **argv) {
  long more = 0, all = 0;
  for (int k = argc > 1 ? atoi(argv[1]) : 0; k < count; k++) {
    printf("- %d\n", k);
    fflush(stdout);
    alarm(5);
    for (int point = 0; point < 2; point++) {
      double at[SIZE];
      for (int i = 0; i < SIZE; i++)
        at[i] = 0.2 + sin(37.0 * i + 11.0 * point + 3.0) * (point ? 0.9 : 0.6);
      compare(&heads[k], at, &more, &all);
    }
    fflush(stdout);
  }
  printf("beyond %ld %ld\nend\n", more, all);
  return 0;
}
