/* calloc, realloc, memcpy, memmove and memset: shadows move with what they belong to.
   head: filter(x)>(filter)
   size: n=7 */
#include <stdlib.h>
#include <string.h>

double filter(int n, const double *x)
{
  int room = 2, used = 0;
  double *kept = calloc(room, sizeof *kept), sum = 0;
  for (int i = 0; i < n; i++) {
    if (x[i] < 0.3)
      continue;
    if (used == room) {
      room *= 2;
      kept = realloc(kept, room * sizeof *kept);
    }
    kept[used++] = x[i] * x[i];
  }
  double *copy = malloc((used + 1) * sizeof(double));
  memcpy(copy, kept, used * sizeof(double));
  memmove(copy + 1, copy, used * sizeof(double));
  memset(kept, 0, sizeof *kept);
  for (int i = 0; i < used; i++)
    sum += kept[i] * copy[i + 1] + copy[i];
  free(kept);
  free(copy);
  return sum;
}
