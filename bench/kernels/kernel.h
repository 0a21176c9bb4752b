/* What every kernel in C includes. The common interface of all kernels, C and Fortran, is
 *
 *   void NAME(const int *size, const int *index, const double *data, const real *x, real *y)
 *   subroutine NAME(size, index, data, x, y)
 *
 * with y to be differentiated by x; problems.c says how long each array is and fills it.
 *
 * `real` is double; a peer that overloads operators compiles the same file as C++ with its own type. */
#ifndef KERNEL_H
#define KERNEL_H

#ifdef __cplusplus
#define restrict
#define RESERVE(n) (new real[n])
#define RELEASE(p) (delete[](p))
#else
#include <math.h>
#include <stdlib.h>
typedef double real;
#define RESERVE(n) malloc((n) * sizeof(real))
#define RELEASE(p) free(p)
#endif

#endif
