/* What every adjoint by hand in C includes. NAME_hand has the interface of Costate's NAME_b: it
 * adds the transposed Jacobian times yb to xb; y and yb are free to be overwritten. */
#ifndef HAND_H
#define HAND_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

static inline double *reserve(size_t n) { return malloc((n + 1) * sizeof(double)); }

#endif
