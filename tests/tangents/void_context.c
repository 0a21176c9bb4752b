/* A context behind void pointers, cast back by the callbacks that know it.
   head: simulate(p)>(y) */
#include <stdlib.h>

typedef struct {
  double rate, level;
  double *history;
} context;

static void grow(void *data, int step)
{
  context *c = data;
  c->level *= 1 + c->rate;
  c->history[step] = c->level;
}

static void decay(void *data, int step)
{
  context *c = (context *)data;
  c->level -= c->rate * c->level * c->level;
  c->history[step] = c->level;
}

static void run(void (*what)(void *, int), void *data, int from, int to)
{
  for (int i = from; i < to; i++)
    what(data, i);
}

void simulate(const double p[2], double y[6])
{
  context *c = malloc(sizeof *c);
  c->rate = p[0] * 0.1;
  c->level = p[1];
  c->history = malloc(6 * sizeof(double));
  run(grow, c, 0, 3);
  run(decay, c, 3, 6);
  for (int i = 0; i < 6; i++)
    y[i] = c->history[i];
  free(c->history);
  free(c);
}
