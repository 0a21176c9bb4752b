/* A table of functions, chosen by index.
   head: network(w)>(network)
   complex step: it calls 'tanh', whose source is not given
   size: n=4 */
#include <math.h>

typedef double (*activation)(double);

static double relu(double t) { return t > 0.8 ? t : 0.1 * t; }
static double logistic(double t) { return 1 / (1 + exp(-t)); }
static double identity(double t) { return t; }

static const activation layers[] = {relu, logistic, tanh, identity};

double network(int n, const double *w)
{
  double signal = 1;
  for (int i = 0; i < n; i++)
    signal = layers[i % 4](w[i] * signal + 0.1);
  return signal;
}
