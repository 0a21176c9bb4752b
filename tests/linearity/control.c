/* What is chosen depends nonlinearly on what chooses it: conditions, bounds, subscripts, pointers, early returns.
   pairs branch: y,x nonlinear; y,z linear 1
   pairs same: y,x linear 1; y,z linear 1
   pairs bound: s,x nonlinear; s,y linear 1; s,s linear 1; n,x nonlinear; i,x nonlinear
   pairs bound: bound,s linear 1; bound,x nonlinear; bound,y linear 1
   pairs until: s,x nonlinear; s,s nonlinear; steps,x nonlinear; steps,s nonlinear; until,x nonlinear; until,s nonlinear
   pairs subscript: y,x nonlinear; y,z linear 1; k,x nonlinear; w,w linear 1; w,x nonlinear; w,z linear 1
   pairs pointer: y,x nonlinear; y,a linear 1; y,b linear 1
   pairs early: y,x nonlinear; y,z nonlinear 2; y,y linear 1
*/
void branch(double x, double z, double *y) {
  if (x > 0.0)
    *y = z;
  else
    *y = 2.0 * z;
}
void same(int n, double x, double z, double *y) {
  if (n > 0)
    *y = x;
  else
    *y = 3.0 * z;
}
double bound(double x, double y) {
  int n = (int)x;
  double s = 0.0;
  for (int i = 0; i < n; i++)
    s += y;
  return s;
}
int until(double x) {
  double s = 0.0;
  int steps = 0;
  while (s < x) {
    s += 0.5;
    steps++;
  }
  return steps;
}
void subscript(double x, const double *z, double *y, double *w) {
  int k = (int)x;
  *y = z[k];
  w[k] = z[0];
}
void pointer(double x, double a, double b, double *y) {
  double *p = x > 0.0 ? &a : &b;
  *y = *p;
}
void early(double x, double z, double *y) {
  if (x < 0.0)
    return;
  *y = z * z;
}
