/* Variables that one file declares and another defines, and a header of types without a guard, which
   another header includes as well.
   head: model(x)>(model)
   at: {"n": 4, "x": [0.4, 0.7, 1.1, 0.9]} */
#include "state.h"
#include "step.h"

extern double level;
extern double weights[];
extern state now;

double model(int n, const double *x)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++) {
        begin(x[i]);
        step(&now, weights[i % 3]);
        sum += level * now.value * weights[(i + 1) % 3];
    }
    return sum;
}
