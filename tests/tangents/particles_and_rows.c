/* head: energy(q,rows)>(energy,force) */
#include <math.h>
struct particle { double x[3]; double m; int kind; };
struct box { int n; double *w; struct box *next; };
double energy(int n, const struct particle *q, double **rows, struct box *b, double last[2], double *force) {
  double e = 0;
  for (int i = 0; i < n; i++) {
    force[i] = q[i].m * b->w[i];
    for (int k = 0; k < 3; k++) {
      e += q[i].m * q[i].x[k] * q[i].x[k] * rows[i][k];
      force[i] += sin(q[i].x[k]) * rows[i][k];
    }
  }
  return e + (b->next ? 1 : last[1]);
}
