/* The derivative of a sine is read from the cosine of the same angle that the program has, but not where the angle
   has changed between them, nor where the cosine has. What lives in one way of a branch is kept when it has run. */
/* head: turned(x)>(y) */
/* head: changed(x)>(y) */
/* at: {"n": 6, "x": [0.3, 0.7, -0.4, 0.9, 0.2, -0.8], "y": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]} */
#include <math.h>

void turned(int n, const double *x, double *y) {
  for (int i = 0; i + 1 < n; i++) {
    if (x[i] > 0) {
      double s = sin(x[i] * x[i + 1]), c = cos(x[i] * x[i + 1]);
      y[i] = s * y[i + 1] - c * y[i];
      y[i + 1] = c * c * y[i + 1] + s * y[i];
    } else {
      double c = cosh(x[i]), s = sinh(x[i]), other;
      other = c * s * y[i];
      y[i] = s * y[i + 1] - c * other;
      for (int j = 0; j < 2; j++) {
        double e = exp(other * x[j]);
        y[i + 1] = y[i + 1] * e + c;
      }
    }
  }
}

void changed(int n, const double *x, double *y) {
  double angle = x[0], table[3];
  for (int i = 0; i < n; i++) {
    double s = sin(angle);
    angle += 0.3 * s * x[i];
    double c = cos(angle);
    y[i] = s * c * angle;
    if (i > 1) {
      table[i % 3] = y[i];
      double first = sin(table[i % 3]);
      table[(i + 1) % 3] = first;
      double second = cos(table[i % 3]);
      table[i % 3] = second * first;
      double third = sin(table[i % 3]);
      second = cos(table[i % 3]) + third;
      y[i] += first * second + third * c;
    }
  }
}
