/* Two buffers that change places each step.
   head: diffuse(u)>(u)
   size: n=7 */
#include <stdlib.h>

void diffuse(int n, double *u)
{
  double *now = malloc(n * sizeof *now), *next = malloc(n * sizeof *next);
  for (int i = 0; i < n; i++)
    now[i] = u[i];
  for (int step = 0; step < 3; step++) {
    for (int i = 0; i < n; i++)
      next[i] = 0.5 * now[i] + 0.25 * now[(i + 1) % n] + 0.25 * now[(i + n - 1) % n] * now[i];
    double *t = now;
    now = next;
    next = t;
  }
  for (int i = 0; i < n; i++)
    u[i] = now[i];
  free(now);
  free(next);
}
