#include <math.h>

double next(double x) { return nextafter(x, 2.0) * x; }
