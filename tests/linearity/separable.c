/* Partially separable functions of C, and twins that are none.
 *   head: rosenbrock(x)>(rosenbrock)
 *   head: torsion(v)>(f)
 *   head: pieces(x)>(pieces)
 *   head: fields(x)>(fields)
 *   head: moved(x)>(f)
 *   head: elsewhere(x)>(f)
 *   head: overwritten(x)>(f)
 *   head: recurrence(x)>(f)
 */

/*   separable rosenbrock: e 17 in 15 + x(i) x(i+1); e 18 in 15 + x(i) */
double rosenbrock(int n, const double *x) {
  double e = 0.0;
  for (int i = 0; i < n - 1; i++) {
    double t = x[i + 1] - x[i] * x[i], u = 1 - x[i];
    e += 100 * t * t;
    e += u * u;
  }
  return e;
}

/*   separable torsion: f 33 in 27 + v(nx*j+i) v(nx*j+i+1) v(nx*j+nx+i) */
void torsion(int nx, int ny, const double *v, double *f) {
  *f = 0;
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++) {
      int k = nx * j + i;
      double c = v[k], r = i + 1 < nx ? v[k + 1] : 0.0, t = 0;
      if (j + 1 < ny)
        t = v[k + nx];
      double dx = (r - c), dy = (t - c);
      f[0] += 0.25 * (dx * dx + dy * dy) - 5 * c;
    }
}

static double difference(const double *y) { return (y[0] - y[1]) * (y[0] - y[1]); }

/* A pointer that walks, sums in single precision, one value for small n.
 *   separable pieces: s 47 in 46 + x(-x+p) x(-x+p+1); s 49 in 48 - x(4*i) x(4*i+1)
 */
double pieces(int n, const double x[]) {
  if (n < 2)
    return 0;
  float s = 0;
  for (const double *p = x; p < x + n - 1; p++)
    s += difference(p);
  for (int i = 0; i < n / 4; i++)
    s -= difference(&x[4 * i]);
  return s / 2;
}

struct sums {
  double low, high;
};

/* Sums in records are not recognised.
 *   separable fields: nothing
 */
double fields(int n, const double *x) {
  struct sums s = {0, 0};
  for (int i = 0; i < n; i++) {
    s.low += x[i];
    s.high += x[i] * x[i];
  }
  return s.low + s.high;
}

/* A pointer that moves on leads to another number.
 *   separable moved: nothing
 */
void moved(int n, const double *x, double *f) {
  *f = 0;
  for (int i = 0; i < n; i++) {
    *f += x[i];
    f++;
  }
}

/* Another element of the same array is written, too.
 *   separable elsewhere: nothing
 */
void elsewhere(int n, int k, const double *x, double *f) {
  f[0] = 0;
  for (int i = 0; i < n; i++) {
    f[0] += x[i];
    f[k] = x[i];
  }
}

/* Elements that are overwritten are not those of the caller.
 *   separable overwritten: f 98 in 96 + unknown
 */
void overwritten(int n, double *x, double *f) {
  *f = 0;
  for (int i = 1; i < n; i++) {
    x[i] = x[i - 1] * x[i];
    *f += x[i];
  }
}

/* An array that depends on itself is not followed.
 *   separable recurrence: f 111 in 110 + unknown
 */
void recurrence(int n, const double *x, double *y, double *f) {
  y[0] = x[0];
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] * x[i];
  *f = 0;
  for (int i = 0; i < n; i++)
    *f += y[i];
}
