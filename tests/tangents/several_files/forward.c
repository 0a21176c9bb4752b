/* A program in several files: a shared header, globals defined elsewhere, inline functions.
   head: loss(w)>(loss)
   complex step: a header declares types with numbers */
#include "model.h"

double loss(const double w[6], double x)
{
  double total = 0;
  for (int i = 0; i < 3; i++) {
    layers[i].gain = w[2 * i];
    layers[i].bias = w[2 * i + 1];
    x = blend(x, squash(layers[i].gain * x + layers[i].bias), 0.7);
    total += penalty(&layers[i]);
  }
  return x * x + regularisation * total;
}
