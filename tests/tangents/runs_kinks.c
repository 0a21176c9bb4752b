/* Functions with kinks, divisions and roots inside of runs.
   head: limiter(x)>(y)
   at: {"n": 4, "x": [1.7, -2.3, 0.4, -0.6], "y": [0, 0, 0, 0]} */
#include <math.h>

void limiter(int n, const double *x, double *y) {
  for (int i = 0; i < n; i++) {
    double left = x[i], right = x[(i + 1) % n], slope, ratio, limit;
    slope = fabs(left - right);
    ratio = left / (0.1 + slope);
    limit = fmax(0.0, fmin(1.0, ratio));
    ratio = fmax(limit, 0.5 * slope);
    slope = slope > 2.0 ? slope * limit : right / slope;
    limit = copysign(ratio, left) * sqrt(1.0 + slope * slope);
    left = hypot(limit, slope) - fmin(left, right);
    right = pow(fabs(right), 1.5) * left;
    y[i] = right / left + limit;
    y[i] = fabs(y[i]) * ratio;
  }
}
