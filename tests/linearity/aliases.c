/* What two names may be.
   pairs twice: y,x nonlinear 2; v,x nonlinear 2; y,v nonlinear 2; v,v nonlinear 2
   pairs either: y,x linear 1; y,y linear 1; z,x linear 1; z,z linear 1
   pairs element: a,x linear 1; a,a linear 1; y,a linear 1; y,x linear 1
   pairs parts: y,x linear 1; y,p.a linear 1; p.a,x linear 1; p.b,x nonlinear 2
*/
static void square_into(double *to, const double *from) {
  *to = 2.0 * *to;
  *to = *from * *from;
}
void twice(double x, double *y) {
  double v = x;
  square_into(&v, &v);
  *y = v;
}
void either(int n, double x, double *y, double *z) {
  double *p = n > 0 ? y : z;
  *p = 3.0 * x;
}
void element(int i, double x, double *a, double *y) {
  a[i] = x;
  *y = a[0];
}
struct pair {
  double a, b;
};
static double first(struct pair p) { return p.a; }
void parts(double x, double *y) {
  struct pair p;
  p.a = 2.0 * x;
  p.b = x * x;
  *y = first(p);
}
