#include <stdlib.h>
#include <string.h>

static void move(void *to, const void *from, size_t n)
{
  unsigned char *a = to;
  const unsigned char *b = from;
  for (size_t i = 0; i < n; i++)
    a[i] = b[i];
}

double moved(double x)
{
  double y;
  move(&y, &x, sizeof y);
  return y * y;
}

struct Row { void *cells; size_t width; };

static void put(struct Row *row, int i, const void *cell)
{
  memcpy((char *)row->cells + i * row->width, cell, row->width);
}

double held(double x)
{
  double cells[2] = {1, 2};
  struct Row row = {malloc(2 * sizeof x), sizeof x};
  put(&row, 1, &x);
  memcpy(cells, row.cells, sizeof cells);
  free(row.cells);
  return cells[1];
}

double erased(double x)
{
  void *memory = malloc(sizeof(double));
  double *number = memory;
  int *words = memory;
  *number = x * x;
  words[0] = 0;
  words[1] = 0;
  double out = *number + x;
  free(memory);
  return out;
}
