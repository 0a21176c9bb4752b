/* An array of structs with array members: forces between particles.
   head: potential(x)>(potential)
   size: n=4 */
#include <math.h>

#define MAX 8

struct particle {
  double r[3];
  double f[3];
  double charge;
};

static void interact(struct particle *a, struct particle *b, double *energy)
{
  double d[3], s = 0.01;
  for (int k = 0; k < 3; k++) {
    d[k] = a->r[k] - b->r[k];
    s += d[k] * d[k];
  }
  double e = a->charge * b->charge / sqrt(s);
  *energy += e;
  for (int k = 0; k < 3; k++) {
    a->f[k] += e * d[k] / s;
    b->f[k] -= e * d[k] / s;
  }
}

double potential(int n, const double *x)
{
  struct particle p[MAX];
  double energy = 0, force = 0;
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 3; k++) {
      p[i].r[k] = x[3 * i + k] * (k + 1);
      p[i].f[k] = 0;
    }
    p[i].charge = i % 2 ? -1 : x[i];
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      interact(&p[i], &p[j], &energy);
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 3; k++)
      force += p[i].f[k] * p[i].f[k];
  return energy + 0.1 * force;
}
