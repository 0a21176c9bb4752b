/* Runs on elements of records in arrays, in records, whole records copied in between.
   head: interact(x)>(y)
   size: n=3 x=9 y=6 */
#include <math.h>

typedef struct {
  double at[2], charge;
} Body;

void interact(int n, const double *x, double *y) {
  Body bodies[3], saved;
  for (int i = 0; i < 3; i++) {
    bodies[i].at[0] = x[3 * i];
    bodies[i].at[1] = x[3 * i + 1] * x[3 * i];
    bodies[i].charge = 1.0 + x[3 * i + 2];
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      Body *a = &bodies[i], *b = &bodies[j];
      double dx = b->at[0] - a->at[0], dy = b->at[1] - a->at[1];
      double square = dx * dx + dy * dy + 0.5;
      double pull = a->charge * b->charge / (square * sqrt(square));
      a->at[0] = a->at[0] + 0.1 * pull * dx;
      saved = *a;
      b->at[0] = b->at[0] - 0.1 * pull * dx;
      a->at[1] += 0.1 * pull * dy;
      b->at[1] -= 0.1 * pull * dy * saved.at[0];
      a->charge = a->charge * (1.0 - 0.01 * pull);
      b->charge = 0.99 * b->charge + 0.01 * saved.charge;
    }
  for (int i = 0; i < 3; i++) {
    y[2 * i] = bodies[i].at[0] * bodies[i].charge;
    y[2 * i + 1] = bodies[i].at[1] - y[2 * i];
  }
}
