/* Solves the problem of boat.c with Ipopt. Costate writes all derivatives:

     costate adjoint boat.c --head 'effort(z)>(effort)' --head 'course(z)>(g)' --head 'motion(z)>(g)' -o boat_b.c
     costate tangent boat.c --head 'course(z)>(g)' --head 'motion(z)>(g)' --compressed -o boat_j.c
     gcc boat_ipopt.c boat.c boat_b.c boat_j.c $(pkg-config --cflags --libs ipopt) -lcostate_sparse -lm

   The gradient comes from the adjoint, the Jacobian of the constraints by compressed directions, each row in its
   sparse form. As `costate analyze linearity` says, the Jacobian of `course` is constant: it is evaluated once.

   boat_ipopt [N [DRAG]]; the status is 0 where the optimum is one: the gradient of the Lagrangian, from the adjoints
   alone, vanishes there. */
#include <IpStdCInterface.h>
#include <costate_sparse.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

double effort(int n, const double *z);
void course(int n, const double *z, double *g);
void motion(int n, double drag, const double *z, double *g);

void effort_b(int n, const double *z, double *zb, double effortb);
void course_b(int n, const double *z, double *zb, double *g, double *gb);
void motion_b(int n, double drag, const double *z, double *zb, double *g, double *gb);

int course_plan(int n, const double *z, int z_size, double *g, int g_size);
int course_jacobian(int plan, int n, const double *z, int z_size, double *g, int g_size, double *values);
int motion_plan(int n, double drag, const double *z, int z_size, double *g, int g_size);
int motion_jacobian(int plan, int n, double drag, const double *z, int z_size, double *g, int g_size, double *values);

struct boat {
  int n, variables, course_rows, motion_rows;
  double drag;
  int course_plan, motion_plan;
  double *g;             /* room for constraints */
  double *course_values; /* of the Jacobian: the same everywhere */
  int gradients, jacobians;
};

static Bool objective(Index size, Number *z, Bool is_new, Number *value, UserDataPtr data) {
  struct boat *b = data;
  (void)size, (void)is_new;
  *value = effort(b->n, z);
  return TRUE;
}

static Bool gradient(Index size, Number *z, Bool is_new, Number *values, UserDataPtr data) {
  struct boat *b = data;
  (void)is_new;
  for (int i = 0; i < size; i++)
    values[i] = 0;
  effort_b(b->n, z, values, 1);
  b->gradients++;
  return TRUE;
}

static Bool constraints(Index size, Number *z, Bool is_new, Index rows, Number *g, UserDataPtr data) {
  struct boat *b = data;
  (void)size, (void)is_new, (void)rows;
  course(b->n, z, g);
  motion(b->n, b->drag, z, g + b->course_rows);
  return TRUE;
}

/* Rows and columns of a plan, from row `first` on; returns how many. */
static int pattern(int plan, int first, Index *row, Index *column) {
  int rows = costate_plan_rows(plan), count = costate_plan_nonzeros(plan);
  int *starts = malloc((rows + 1) * sizeof *starts);
  costate_plan_pattern(plan, 0, starts, column);
  for (int i = 0; i < rows; i++)
    for (int k = starts[i]; k < starts[i + 1]; k++)
      row[k] = first + i;
  free(starts);
  return count;
}

static Bool jacobian(Index size, Number *z, Bool is_new, Index rows, Index count, Index *row, Index *column,
                     Number *values, UserDataPtr data) {
  struct boat *b = data;
  int linear = costate_plan_nonzeros(b->course_plan);
  (void)is_new, (void)rows, (void)count;
  if (!values) {
    int next = pattern(b->course_plan, 0, row, column);
    pattern(b->motion_plan, b->course_rows, row + next, column + next);
    return TRUE;
  }
  for (int k = 0; k < linear; k++)
    values[k] = b->course_values[k];
  b->jacobians++;
  return motion_jacobian(b->motion_plan, b->n, b->drag, z, size, b->g, b->motion_rows, values + linear) == 0;
}

/* Ipopt is to go by gradients alone. */
static Bool hessian(Index size, Number *z, Bool is_new, Number factor, Index rows, Number *multipliers, Bool are_new,
                    Index count, Index *row, Index *column, Number *values, UserDataPtr data) {
  (void)size, (void)z, (void)is_new, (void)factor, (void)rows, (void)multipliers, (void)are_new;
  (void)count, (void)row, (void)column, (void)values, (void)data;
  return FALSE;
}

/* Patterns at a point where nothing is zero by chance, and the Jacobian that is the same everywhere. */
static void prepare(struct boat *b, const double *z) {
  b->course_plan = course_plan(b->n, z, b->variables, b->g, b->course_rows);
  b->motion_plan = motion_plan(b->n, b->drag, z, b->variables, b->g, b->motion_rows);
  b->course_values = malloc(costate_plan_nonzeros(b->course_plan) * sizeof *b->course_values);
  if (course_jacobian(b->course_plan, b->n, z, b->variables, b->g, b->course_rows, b->course_values) != 0)
    abort();
}

static enum ApplicationReturnStatus solve(struct boat *b, double *z, double *multipliers, double *value) {
  int rows = b->course_rows + b->motion_rows;
  int count = costate_plan_nonzeros(b->course_plan) + costate_plan_nonzeros(b->motion_plan);
  double *lower = malloc(b->variables * sizeof *lower), *upper = malloc(b->variables * sizeof *upper);
  double *zero = calloc(rows, sizeof *zero);
  for (int i = 0; i < b->variables; i++) {
    lower[i] = -2e19; /* none */
    upper[i] = 2e19;
  }
  IpoptProblem problem = CreateIpoptProblem(b->variables, lower, upper, rows, zero, zero, count, 0, 0, objective,
                                            constraints, gradient, jacobian, hessian);
  AddIpoptStrOption(problem, "hessian_approximation", "limited-memory");
  AddIpoptStrOption(problem, "sb", "yes");
  AddIpoptIntOption(problem, "print_level", 0);
  AddIpoptNumOption(problem, "tol", 1e-8);
  enum ApplicationReturnStatus status = IpoptSolve(problem, z, NULL, value, multipliers, NULL, NULL, b);
  FreeIpoptProblem(problem);
  free(lower);
  free(upper);
  free(zero);
  return status;
}

/* The greatest element of the Lagrangian's gradient. The adjoints consume their seeds. */
static double stationarity(struct boat *b, const double *z, double *multipliers) {
  double *sum = calloc(b->variables, sizeof *sum), most = 0;
  effort_b(b->n, z, sum, 1);
  course_b(b->n, z, sum, b->g, multipliers);
  motion_b(b->n, b->drag, z, sum, b->g, multipliers + b->course_rows);
  for (int i = 0; i < b->variables; i++)
    most = fmax(most, fabs(sum[i]));
  free(sum);
  return most;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 100;
  struct boat b = {n, 3 * n + 2, n + 4, n, argc > 2 ? atof(argv[2]) : 3, 0, 0, NULL, NULL, 0, 0};
  double *z = malloc(b.variables * sizeof *z), *multipliers = malloc((2 * n + 4) * sizeof *multipliers), least = 0;
  b.g = malloc((2 * n + 4) * sizeof *b.g);
  for (int i = 0; i < b.variables; i++)
    z[i] = 0.5;
  prepare(&b, z);
  printf("%d variables, %d + %d constraints, Jacobian of %d + %d entries in %d and %d colours\n", b.variables,
         b.course_rows, b.motion_rows, costate_plan_nonzeros(b.course_plan), costate_plan_nonzeros(b.motion_plan),
         costate_plan_colours(b.course_plan), costate_plan_colours(b.motion_plan));
  enum ApplicationReturnStatus status = solve(&b, z, multipliers, &least);
  double slope = stationarity(&b, z, multipliers);
  printf("least effort %.8f, top speed %.6f, after %d gradients and %d Jacobians of the motion (1 of the course)\n",
         least, z[n + 1 + n / 2], b.gradients, b.jacobians);
  printf("status %d, gradient of the Lagrangian %.1e\n", status, slope);
  free(z), free(multipliers), free(b.g), free(b.course_values);
  return status == Solve_Succeeded && slope < 1e-5 ? 0 : 1;
}
