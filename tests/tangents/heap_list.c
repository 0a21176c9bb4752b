/* Lists on the heap, structs by value, function pointers, memcpy and a global.
   head: model(x)>(model) */
#include <math.h>
#include <string.h>
#include <stdlib.h>
typedef struct { double x, y; int id; } vec;
typedef struct node { vec v; struct node *next; double *data; int n; } node;
double scale = 2.0;
static const double table[3] = {1.0, 0.5, 0.25};
typedef double (*fn)(double, void *);
static double sq(double a, void *p) { double *w = p; return a * a * w[0]; }
static double cub(double a, void *p) { double *w = p; return a * a * a + w[0]; }
static double apply(fn f, double x, void *p) { return f(x, p); }
static void push(node **head, double x, double y, int n)
{
  node *q = malloc(sizeof(node));
  q->v.x = x; q->v.y = y; q->v.id = n; q->n = n;
  q->data = malloc(n * sizeof(double));
  for (int i = 0; i < n; i++) q->data[i] = x * table[i % 3] + y;
  q->next = *head;
  *head = q;
}
double model(int n, const double *x)
{
  node *list = NULL;
  double total = 0, buf[4], w[1];
  for (int i = 0; i + 1 < n; i += 2)
    push(&list, x[i], x[i + 1], 3);
  w[0] = x[0];
  for (node *q = list; q; q = q->next) {
    vec a = q->v, b;
    b = a;
    memcpy(buf, q->data, 3 * sizeof(double));
    double *p = buf + 1;
    total += hypot(b.x, b.y) * scale + *p + p[1] * p[0]; p++;
    total += apply(q->v.id > 2 ? sq : cub, b.x, w) + apply(cub, b.y, w);
  }
  while (list) { node *d = list; list = list->next; free(d->data); free(d); }
  scale = total > 100 ? fmin(total, 3.0) : fabs(total);
  return total * scale;
}
