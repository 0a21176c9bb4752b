/* Lemma 1 of seed 002 on programs that run: what the backward sweep of the upstream code uses is left as
   it was by the adjoint of the rest.

   At every place between two statements of a marked adjoint, the variables are copied when the forward sweep
   comes by. When the backward sweep comes back, those that have other values now are spoiled: if Lemma 1
   holds, nobody uses them any more, and the gradient has the same bits. In a run for control, a process of its
   own, reals that have the same values are spoiled: that is to be noticed, where anything upstream uses them.

   Prints `lemma NAME ...` for a gradient that differs, `noticed NAME` where the control was noticed, and how
   many values were compared and spoiled. Arguments: the index of the head to begin with. */
#include "sweeps.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SIZE = 9 }; /* x, s, y */
typedef void Derived(int, double *, double *, double *, double *, double *, double *);
typedef void DerivedFortran(const int *, double *, double *, double *, double *, double *, double *);
typedef void Any(void);
struct head {
  const char *name;
  int fortran;
  const char *in, *out;
  Any *plain, *tangent, *adjoint;
};
extern const struct head heads[];
extern const int count;

/* ---- The places --------------------------------------------------------------------------------- */

enum kind { REAL = 1, INTEGER, TRUTH, POINTER };
enum mode { NOTHING, CHANGED, UNCHANGED } spoiled; /* what is spoiled in the backward sweep */
struct note {
  char *at;
  long bytes;
  int kind;
};
struct frame {
  struct frame *before;
  int place, notes;
  long bytes;
  char values[];
};

static struct note notes[4096];
static int noted;
static struct frame *top;
static double elsewhere[64]; /* where spoiled pointers point to */
static long compared, changed;
static double *arguments;

void sweep_note(void *at, long bytes, int kind) {
  if (noted == sizeof notes / sizeof *notes)
    abort();
  notes[noted++] = (struct note){at, bytes, kind};
}

static void note_arguments(void) {
  sweep_note(arguments, SIZE * sizeof(double), REAL);
}

void sweep_forward(int place) {
  long bytes = 0;
  note_arguments();
  for (int i = 0; i < noted; i++)
    bytes += notes[i].bytes;
  struct frame *frame = malloc(sizeof *frame + bytes);
  *frame = (struct frame){top, place, noted, bytes};
  char *to = frame->values;
  for (int i = 0; i < noted; i++) {
    memcpy(to, notes[i].at, notes[i].bytes);
    to += notes[i].bytes;
  }
  top = frame;
  noted = 0;
}

static void spoil(char *at, int kind) {
  if (kind == REAL) {
    double x;
    memcpy(&x, at, sizeof x);
    x = isfinite(x) ? 1.7 - 0.3 * x : 0.77;
    memcpy(at, &x, sizeof x);
  } else if (kind == POINTER) {
    double *p = elsewhere + 32;
    memcpy(at, &p, sizeof p);
  } else {
    *at ^= 1;
  }
}

void sweep_backward(int place) {
  note_arguments();
  if (!top || top->place != place || top->notes != noted) {
    printf("\nthe backward sweep is at %d, the forward sweep was at %d\n", place, top ? top->place : -1);
    fflush(stdout);
    abort();
  }
  const char *from = top->values;
  for (int i = 0; i < noted; i++) {
    int kind = notes[i].kind;
    long step = kind == REAL || kind == POINTER ? 8 : notes[i].bytes % 4 ? 1 : 4;
    for (long k = 0; k + step <= notes[i].bytes; k += step) {
      int differs = memcmp(notes[i].at + k, from + k, step) != 0;
      compared++;
      changed += differs;
      if (differs ? spoiled == CHANGED : spoiled == UNCHANGED && kind == REAL)
        spoil(notes[i].at + k, kind);
    }
    from += notes[i].bytes;
  }
  struct frame *used = top;
  top = used->before;
  free(used);
  noted = 0;
}

void sweep_note_(void *at, const int *bytes, const int *kind) {
  sweep_note(at, *bytes, *kind);
}

void sweep_forward_(const int *place) {
  sweep_forward(*place);
}

void sweep_backward_(const int *place) {
  sweep_backward(*place);
}

/* ---- The heads ---------------------------------------------------------------------------------- */

static void run(const struct head *h, int point, int seed, enum mode mode, double *b) {
  static const int four = 4;
  double v[SIZE];
  for (int i = 0; i < SIZE; i++)
    v[i] = 0.2 + sin(37.0 * i + 11.0 * point + 3.0) * (point ? 0.9 : 0.6);
  memset(b, 0, SIZE * sizeof *b);
  b[seed] = 1;
  arguments = v;
  spoiled = mode;
  if (h->fortran)
    ((DerivedFortran *)h->adjoint)(&four, v, b, v + 4, b + 4, v + 5, b + 5);
  else
    ((Derived *)h->adjoint)(4, v, b, v + 4, b + 4, v + 5, b + 5);
  if (top) {
    printf("\nthe backward sweep has not come by place %d\n", top->place);
    fflush(stdout);
    abort();
  }
}

static int is_dependent(const struct head *h, int component) {
  return strchr(h->out, component < 4 ? 'x' : component == 4 ? 's' : 'y') != NULL;
}

static int notices(const struct head *h, int point, int seed, const double *expected) {
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    double b[SIZE];
    freopen("/dev/null", "w", stdout);
    alarm(1);
    run(h, point, seed, UNCHANGED, b);
    _exit(memcmp(expected, b, sizeof b) != 0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return status != 0;
}

int main(int argc, char **argv) {
  for (int i = 0; i < 64; i++)
    elsewhere[i] = 1e3 + i;
  for (int k = argc > 1 ? atoi(argv[1]) : 0; k < count; k++) {
    int noticed = 0, wrong = 0;
    printf("- %d\n", k);
    fflush(stdout);
    alarm(10);
    for (int point = 0; point < 2; point++)
      for (int seed = 0; seed < SIZE; seed++) {
        double expected[SIZE], spoilt[SIZE];
        if (!is_dependent(&heads[k], seed))
          continue;
        run(&heads[k], point, seed, NOTHING, expected);
        run(&heads[k], point, seed, CHANGED, spoilt);
        if (memcmp(expected, spoilt, sizeof expected) != 0 && !wrong++)
          printf("lemma %s: with seed %d at point %d\n", heads[k].name, seed, point);
        noticed = noticed || notices(&heads[k], point, seed, expected);
      }
    if (noticed)
      printf("noticed %s\n", heads[k].name);
    fflush(stdout);
  }
  printf("values %ld %ld\nend\n", compared, changed);
  return 0;
}
