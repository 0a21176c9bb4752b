#include <string.h>

int memory_plan(double a[3][4], double b, double *out, double c[4]);
int memory_jacobian(int plan, double a[3][4], double b, double *out, double c[4], double *memory, double *values);
double memory_d(double a[3][4], double ad[3][4], double b, double bd, double *out, double *outd, double c[4],
                double cd[4], double *memory);

void sizes(int *columns, int *rows) { *columns = 13, *rows = 6; }
int isSum(void) { return 0; }
void prepare(const double *x, int *plan) {
  double a[3][4], out, c[4];
  memcpy(a, x, sizeof a);
  *plan = memory_plan(a, x[12], &out, c);
}
void evaluate(int plan, const double *x, double *values, int *status) {
  double a[3][4], out, c[4], value;
  memcpy(a, x, sizeof a);
  *status = memory_jacobian(plan, a, x[12], &out, c, &value, values);
}
void tangent(const double *x, const double *xd, double *yd) {
  double a[3][4], ad[3][4], out, c[4], value;
  memcpy(a, x, sizeof a);
  memcpy(ad, xd, sizeof ad);
  yd[1] = memory_d(a, ad, x[12], xd[12], &out, yd, c, yd + 2, &value);
}
