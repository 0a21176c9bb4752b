/* The same functions in single precision, and conversions between precisions.
   head: single(x,w)>(y)
   complex step: it computes in single precision
   size: n=4 */
#include <math.h>

void single(int n, const float *x, double w, float *y)
{
  for (int i = 0; i < n; i++) {
    float t = expf(-x[i]) + sqrtf(x[i]) * sinf(x[i]);
    double wide = t * w + cos(x[i]);
    y[i] = (float)wide + powf(t, 2.5f) + fmaxf(t, 0.1f) + hypotf(t, x[i]) + 0.1f * x[i];
    y[i] += atan2f(x[i], t) + logf(2 + x[i]) + fabsf(-t) + tanhf(t) + cbrtf(t);
  }
}
