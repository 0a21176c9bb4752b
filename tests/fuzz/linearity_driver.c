/* Whether procedures depend on their arguments as is claimed, at many points. A claim: some of the arguments x, s, y
   move along a line, and differences of some order of others, as they are left, vanish; of order 1, nothing changes
   at all. Prints a line for each claim that is wrong, and how many claims said something: the values moved.
   `-` begins a head, so that a crash is known to be its. Argument: the index of the head to begin with. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { SIZE = 9, MOST = 12, POINTS = 12 }; /* x, s, y */
typedef void Plain(int, double *, double *, double *);
typedef void PlainFortran(const int *, double *, double *, double *);
typedef void Any(void);
struct claim {
  const char *in, *out; /* which of x, s, y */
  int order;            /* of differences that vanish */
};
struct head {
  const char *name;
  int fortran;
  Any *run;
  const struct claim *claims;
};
extern const struct head heads[];
extern const int count;

static const int four = 4;
static const int start[] = {0, 4, 5, SIZE};

static void run(const struct head *h, double *v) {
  if (h->fortran)
    ((PlainFortran *)h->run)(&four, v, v + 4, v + 5);
  else
    ((Plain *)h->run)(4, v, v + 4, v + 5);
}

static int has(const char *names, int component) {
  for (int i = 0; i < 3; i++)
    if (component >= start[i] && component < start[i + 1])
      return strchr(names, "xsy"[i]) != NULL;
  return 0;
}

static double uniform(double low, double high) { return low + (high - low) * (rand() / (double)RAND_MAX); }

/* All components that may move, or one of them, by steps small and large. */
static void choose(const struct claim *c, double *direction) {
  static const double steps[] = {0.01, 0.3, 1.0, 3.0};
  double step = steps[rand() % 4];
  int one = rand() % 2, some = 0;
  do {
    int chosen = rand() % SIZE;
    for (int i = 0; i < SIZE; i++) {
      direction[i] = has(c->in, i) && (!one || i == chosen) ? step * uniform(-1, 1) : 0;
      some |= direction[i] != 0;
    }
  } while (!some);
}

static int check(const struct head *h, const struct claim *c, int *moved) {
  double at[SIZE], direction[SIZE], left[MOST + 1][SIZE], size = 1;
  for (int i = 0; i < SIZE; i++)
    at[i] = uniform(-2, 2);
  choose(c, direction);
  for (int k = 0; k <= c->order; k++) {
    for (int i = 0; i < SIZE; i++)
      left[k][i] = at[i] + k * direction[i];
    run(h, left[k]);
    for (int i = 0; i < SIZE; i++)
      size = fabs(left[k][i]) <= size ? size : fabs(left[k][i]);
  }
  if (!(size < 1e6))
    return 1;
  for (int i = 0; i < SIZE; i++) {
    if (!has(c->out, i))
      continue;
    double d[MOST + 1];
    for (int k = 0; k <= c->order; k++)
      d[k] = left[k][i];
    *moved |= d[1] != d[0];
    if (c->order == 1) {
      double last = at[i] + direction[i]; /* a variable that nothing writes is what it was */
      if (memcmp(&d[0], &d[1], sizeof *d) && !(d[0] == at[i] && d[1] == last))
        return printf("moves %s %s by %s: component %d from %.17g to %.17g\n", h->name, c->out, c->in, i, d[0], d[1]), 0;
      continue;
    }
    for (int order = 1; order <= c->order; order++)
      for (int k = 0; k <= c->order - order; k++)
        d[k] = d[k + 1] - d[k];
    if (fabs(d[0]) > 1e-10 * size * pow(2, c->order))
      return printf("differences %s of %s by %s: order %d, component %d: %g\n", h->name, c->out, c->in, c->order, i, d[0]), 0;
  }
  return 1;
}

int main(int argc, char **argv) {
  for (int i = argc > 1 ? atoi(argv[1]) : 0; i < count; i++) {
    printf("- %d\n", i);
    fflush(stdout);
    alarm(20);
    srand(17 + i);
    for (const struct claim *c = heads[i].claims; c->in; c++) {
      int moved = 0, right = 1;
      for (int k = 0; k < POINTS && right; k++)
        right = check(&heads[i], c, &moved);
      printf("claim %d %d\n", c->order, moved);
    }
  }
  printf("end\n");
  return 0;
}
