/* The derivatives of one kernel that a measuring program compares: a table that the runner writes
 * and compiles. */
#ifndef FUNCTIONS_H
#define FUNCTIONS_H

#ifdef __cplusplus
extern "C" {
#endif

typedef void original_function(const int *size, const int *index, const double *data,
                               const double *x, double *y);
typedef void tangent_function(const int *size, const int *index, const double *data,
                              const double *x, const double *xd, double *y, double *yd);
typedef void adjoint_function(const int *size, const int *index, const double *data,
                              const double *x, double *xb, double *y, double *yb);
/* xd[input][direction], yd[output][direction] */
typedef void vector_function(const int *size, const int *index, const double *data, const double *x,
                             void *xd, double *y, void *yd);

struct adjoint {
  const char *name;
  adjoint_function *function;
};

struct vector {
  const char *name;
  int directions;
  vector_function *function;
};

extern original_function *const original;
extern tangent_function *const tangent;
/* The first is the reference of the others; a name of 0 ends a table. */
extern const struct adjoint adjoints[];
extern const struct vector vectors[];

#ifdef __cplusplus
}
#endif

#endif
