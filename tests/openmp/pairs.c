/* The gravity of all bodies on each: the loop over bodies stands in a procedure that is called in a time loop, so its
 * backward sweep is a procedure of its own. What an iteration reads of the others, all read.
 * head: step(x,mass)>(x)
 * at: {"n": 4, "x": [0.0, 1.0, 2.5, 4.0], "mass": [1.0, 2.0, 0.5, 1.5]}
 * adjoint: 1
 */
#include <math.h>
#include <stdlib.h>

static void forces(int n, const double *x, const double *mass, double *out) {
  for (int i = 0; i < n; i++) {
    double f = 0.0;
    for (int j = 0; j < n; j++) {
      double d = x[j] - x[i], square = d * d + 0.1;
      f += mass[j] * d / (square * sqrt(square));
    }
    out[i] = f;
  }
}

void step(int n, double *x, const double *mass) {
  double *force = malloc(n * sizeof *force);
  for (int t = 0; t < 3; t++) {
    forces(n, x, mass, force);
    for (int i = 0; i < n; i++)
      x[i] += 0.01 * force[i];
  }
  free(force);
}
