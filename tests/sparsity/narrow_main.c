#include <stdio.h>
int narrow_plan(const double x[3], double y[2]);
int narrow_jacobian(int plan, const double x[3], double y[2], double *values);
int main(void) {
  double x[3] = {1, 2, 3}, y[2] = {0, 0}, values[3] = {7, 7, 7};
  int status = narrow_jacobian(narrow_plan(x, y), x, y, values); /* 2 colours and one more */
  puts(status == -1 && values[0] == 7 ? "ok" : "wrong");
  return 0;
}
