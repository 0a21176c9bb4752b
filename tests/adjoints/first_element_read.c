/* Work arrays whose first element a callee reads whether or not the loop that filled them ran: if it runs in one
   iteration it runs in all, unless its bound changes on the way; then an iteration reads what an earlier one has left.
   head: steady(x)>(s)
   head: by_table(x)>(s)
   head: shrinking(x)>(s)
   head: lent(x)>(s)
   size: n=4 d=2 x=12 */
#include <math.h>

static void fill(int d, const double *x, double *w) {
  for (int i = 0; i < d; i++)
    w[i] = sin(x[i]) * x[i];
}

static double norm(int d, const double *w) {
  double sum = w[0] * w[0];
  for (int i = 1; i < d; i++)
    sum += w[i] * w[i];
  return sum;
}

void steady(int n, int d, const double *x, double *s) {
  double w[4];
  *s = 0.0;
  for (int j = 0; j < n; j++) {
    fill(d, x + j, w);
    *s += exp(-norm(d, w));
  }
}

void by_table(int n, int d, const double *x, double *s) {
  int many[4] = {d, 0, d + 1, 0};
  double w[4] = {1.0, 2.0, 3.0, 4.0};
  *s = 0.0;
  for (int j = 0; j < n; j++) {
    fill(many[j % 4], x + j, w);
    *s += exp(-norm(many[j % 4], w));
  }
}

void shrinking(int n, int d, const double *x, double *s) {
  double w[4];
  *s = 0.0;
  for (int j = 0; j < n; j++) {
    fill(d, x + j, w);
    *s += exp(-norm(d, w));
    d--;
  }
}

void lent(int n, int d, const double *x, double *s) {
  int *where = &d;
  double w[4];
  *s = 0.0;
  for (int j = 0; j < n; j++) {
    fill(d, x + j, w);
    *s += exp(-norm(d, w));
    *where = j % 2 ? 2 : 0;
  }
}
