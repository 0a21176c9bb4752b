/* Derivatives by hand of the kernels, with the interfaces of those that are generated. Of a kernel NAME with n
 * independents and m dependents they are
 *
 *   void NAME_hand_j(const double *x, const double *c, double *y, double *jacobian)
 *   void NAME_hand_b(const double *x, double *xb, const double *c, double *y, double *yb)
 *   void NAME_sum_hand_b(int points, const double *x, double *xb, const double *c, double *s, double *sb)
 *   void NAME_steps_hand_b(int steps, const double *x, double *xb, const double *c, double *s, double *sb)
 *
 * The first gives values and Jacobian (m by n, by rows), the others add to xb. Both adjoints come from one function
 * `back`: what seeds it is yb or, without that, the values times a weight, which is what the sum of squares needs.
 * Adjoints of steps keep the states, no more. */
#ifndef HAND_H
#define HAND_H

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Short loops are written out by the compiler: at -O2 it would leave them. */
#define EACH(i, from, count)                                                                                           \
  _Pragma("GCC unroll 16") for (int i = (from); i < (count); i++)

#define SEED(k, value) (yb ? yb[k] : weight * (value))

#define ADJOINTS(name, independents)                                                                                   \
  void name##_hand_b(const double *x, double *xb, const double *c, double *y, double *yb) {                            \
    (void)y;                                                                                                           \
    back(x, xb, c, yb, 0.0);                                                                                           \
  }                                                                                                                    \
  void name##_sum_hand_b(int points, const double *x, double *xb, const double *c, double *s, double *sb) {            \
    (void)s;                                                                                                           \
    for (int i = 0; i < points; i++)                                                                                   \
      back(x + (independents) * i, xb + (independents) * i, c, NULL, *sb);                                             \
  }

#endif
