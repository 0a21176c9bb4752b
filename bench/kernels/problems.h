/* The arrays of a kernel's interface, filled. */
#ifndef PROBLEMS_H
#define PROBLEMS_H

struct problem {
  int size[4];
  int indices, numbers, inputs, outputs; /* lengths of index, data, x, y */
  int *index;
  double *data, *x;
  /* Inputs of one colour are never in one row of the Jacobian; no colours where nobody asks for it. */
  int colours, *colour;
};

/* The problem of a kernel, small for a quick check of results or large enough to be timed. The same
 * name gives the same numbers everywhere. Returns 0 for a name that no kernel has. */
#ifdef __cplusplus
extern "C"
#endif
int make_problem(const char *kernel, int small, struct problem *);

#endif
