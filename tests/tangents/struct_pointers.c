/* A struct that owns its arrays, made and freed by functions.
   head: relax(x)>(y)
   size: n=6 */
#include <stdlib.h>

typedef struct {
  int n;
  double *values;
  double *work;
} grid;

static grid *make_grid(int n)
{
  grid *g = malloc(sizeof *g);
  g->n = n;
  g->values = calloc(n, sizeof(double));
  g->work = malloc(n * sizeof(double));
  return g;
}

static void free_grid(grid *g)
{
  free(g->values);
  free(g->work);
  free(g);
}

static void sweep(grid *g, double omega)
{
  for (int i = 1; i < g->n - 1; i++)
    g->work[i] = 0.5 * (g->values[i - 1] + g->values[i + 1]);
  for (int i = 1; i < g->n - 1; i++)
    g->values[i] += omega * (g->work[i] - g->values[i]) * g->values[i];
  double *swap = g->values;
  g->values = g->work;
  g->work = swap;
  g->values[0] = g->work[0];
  g->values[g->n - 1] = g->work[g->n - 1];
  for (int i = 1; i < g->n - 1; i++)
    g->values[i] = 0.5 * (g->values[i] + g->work[i]);
}

void relax(int n, const double *x, double *y)
{
  grid *g = make_grid(n);
  for (int i = 0; i < n; i++)
    g->values[i] = x[i];
  for (int k = 0; k < 4; k++)
    sweep(g, 0.8);
  for (int i = 0; i < n; i++)
    y[i] = g->values[i];
  free_grid(g);
}
