/* Constraints in one array of C.
 *   head: constraints(x)>(g)
 *   head: walking(x)>(g)
 *   head: reached(x)>(g)
 *   rows constraints: 0 linear 1; 1 quadratic 2; 2:n+1 bound 1
 */
void constraints(int n, const double *x, double *g) {
  g[0] = x[0] + x[1];
  g[1] = x[0] * x[1];
  for (int i = 0; i < n; i++)
    g[2 + i] = 3 * x[i];
}

/* A pointer that walks over it.
 *   rows walking: 0 linear 1; 1 nonlinear; 2 quadratic 2
 */
void walking(const double *x, double *g) {
  *g++ = x[0] - x[1];
  *g++ = x[0] / (1 + x[1] * x[1] * x[1]) * (x[0] > 1 ? 1 : 2);
  *g = x[1] * x[1];
}

/* Another name of it.
 *   rows reached: nothing
 */
static void put(double *a, double *b, const double *x) {
  a[0] = x[0];
  b[0] = x[0] * x[0];
}
void reached(const double *x, double *g) { put(g, g, x); }
