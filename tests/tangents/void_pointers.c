/* What passes through void * and is used as what it is: parameters of callbacks, allocators, copies, generic
   containers.
   head: total(x)>(total) */
#include <stdlib.h>
#include <string.h>

typedef struct { double (*value)(double, void *); void *parameters; } Function;
typedef struct { double scale, shift; } Line;
typedef struct { int degree; double *coefficients; } Polynomial;

static double line(double t, void *p)
{
  Line *l = p;
  return l->scale * t + l->shift;
}

static double polynomial(double t, void *p)
{
  const Polynomial *q = (const Polynomial *)p;
  double sum = 0;
  for (int i = q->degree; i >= 0; i--)
    sum = sum * t + q->coefficients[i];
  return sum;
}

static double scaled(double t, void *p)
{
  return t * *(double *)p;
}

static double integrate(const Function *f, int n)
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += f->value((i + 0.5) / n, f->parameters) / n;
  return sum;
}

static void *need(size_t bytes)
{
  void *memory = malloc(bytes);
  if (!memory)
    exit(1);
  return memory;
}

struct Node { void *data; struct Node *next; };

static double sum(const struct Node *list)
{
  double out = 0;
  for (; list; list = list->next) {
    const double *value = list->data;
    out += *value * *value;
  }
  return out;
}

double total(const double x[3])
{
  Line l = {x[0], x[1]};
  double *c = need(3 * sizeof(double));
  memcpy((void *)c, (const void *)x, 3 * sizeof *c);
  Polynomial q = {2, c};
  double factor = x[2] * x[1];
  Function f[3] = {{line, &l}, {polynomial, &q}, {scaled, &factor}};
  double out = 0;
  for (int i = 0; i < 3; i++)
    out += (i + 1) * integrate(&f[i], 8);
  double *zeros = calloc(2, sizeof(double)), work[3];
  memset((void *)work, 0, sizeof work);
  zeros[1] = out * x[1];
  struct Node last = {&zeros[1], NULL}, first = {&factor, &last};
  out += sum(&first) + work[1];
  free((void *)zeros);
  free(c);
  return out;
}
