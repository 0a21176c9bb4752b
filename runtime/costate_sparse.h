/* The library of `costate tangent --sparsity` and `--compressed` (libcostate_sparse).
 *
 * Index sets: a set of column numbers 1, 2, ... is known by a handle: 0 is the empty set, the others come from
 * the functions below. Sets live until costate_sets_free.
 *
 * Plans: what a sparse Jacobian needs at every point: the pattern in compressed rows, and a colour for each
 * column such that no row has two columns of one colour. Plans are numbered from 1; 0 is none.
 *
 * The library keeps its sets in one place for the whole program: one thread at a time. Where memory ends or numbers
 * outgrow an int it says so and stops the program. */
#ifndef COSTATE_SPARSE_H
#define COSTATE_SPARSE_H

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Index sets ---- */

int costate_single(int index);                   /* {index}, which takes no memory */
int costate_union(int a, int b);
int costate_union_all(const int *sets, int count);
int costate_set_size(int set);
void costate_set_elements(int set, int *indices); /* ascending, as many as the size says */
void costate_sets_free(void);                     /* all of them; handles mean nothing from here on */

/* ---- Making a plan ---- */

void costate_seed_sets(int first, int count, int *sets); /* sets[i] = {first + i} */
void costate_rows(int count, const int *sets);           /* the next rows of the pattern */
void costate_term(int set);                              /* one more, of a term of a sum */
int costate_plan(int columns); /* colours what the rows since the last plan say, and frees all sets */

/* ---- What a plan holds ---- */

int costate_plan_rows(int plan);
int costate_plan_columns(int plan);
int costate_plan_nonzeros(int plan);
int costate_plan_colours(int plan);
/* Rows starts[i] - base ... starts[i+1] - base - 1 of `columns` are the columns of row i; columns are numbered
 * from `base`, too. There are rows + 1 starts. */
void costate_plan_pattern(int plan, int base, int *starts, int *columns);
void costate_plan_free(int plan);

/* ---- Derivatives by a plan ----
 * A run needs costate_plan_directions directions: one for each colour, and one that is a mixture of all columns.
 * With its help the library finds out that a point has another pattern than the plan. `width` is how many directions
 * the arrays have, which may be more. */

int costate_plan_directions(int plan);
/* seeds[i][direction], columns from `first` */
void costate_seed(int plan, int width, int first, int count, double *seeds);
void costate_seed_single(int plan, int width, int first, int count, float *seeds);
/* Puts the derivatives[i][direction] of `count` rows from `first` into the values of the pattern. Returns 0, or
 * the number of a row that depends on more than the plan says. */
int costate_recover(int plan, int width, int first, int count, const double *derivatives, double *values);
int costate_recover_single(int plan, int width, int first, int count, const float *derivatives, double *values);

/* Sums of terms: the derivatives of each term, in the order of the plan's rows, are added to the gradient. */
void costate_gradient_begin(int plan, double *gradient);
void costate_term_derivatives(const double *derivatives);
void costate_term_derivatives_single(const float *derivatives);
/* Returns 0, or the number of a term that depends on more than the plan says or that the plan does not have. */
int costate_gradient_end(void);

#ifdef __cplusplus
}
#endif
#endif
