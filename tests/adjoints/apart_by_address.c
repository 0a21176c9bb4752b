/* What is cleared and added to again is assigned, over additions to what lies elsewhere: two pointers into one array
   whose distance is not zero. Where it may be (turn with shift 0), it is not. What was read before is not read again. */
/* head: butterflies(x)>(x) */
/* head: shifted(x)>(x) */
/* head: updated(x)>(x,y) */
/* head: overlapping(x)>(x) */
/* at: {"n": 8, "shift": 0, "x": [0.3, 0.7, -0.4, 0.9, 0.2, -0.8, 0.5, 1.1], "y": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]} */
/* at: {"n": 8, "shift": 1, "x": [0.3, 0.7, -0.4, 0.9, 0.2, -0.8, 0.5, 1.1], "y": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]} */
void butterflies(int n, int shift, double *x, const double *y) {
  (void)shift, (void)y;
  for (int half = 1; half < n; half *= 2)
    for (int start = 0; start < n; start += 2 * half)
      for (int k = 0; k < half; k++) {
        double *a = x + start + k, *b = a + half;
        double t = 0.6 * b[0] * a[0];
        b[0] = a[0] - t;
        a[0] += t;
      }
}

/* a and b are one number where shift is 0 */
static void turn(double *z, int shift) {
  double *a = z, *b = z + shift;
  double t = 0.6 * b[0] * b[0];
  b[0] = a[0] - t;
  a[0] += t;
  b[1] = b[0] * a[0];
}

void shifted(int n, int shift, double *x, const double *y) {
  (void)y;
  for (int i = 0; i + 2 < n; i++)
    turn(x + i, shift);
}

void updated(int n, int shift, double *x, double *y) {
  for (int i = 1; i < n; i++) {
    x[i] += y[0] * (x[i - 1] * y[i] - x[i] * x[i]);
    y[i - shift] -= x[i] * y[i];
    x[i] = x[i] * x[i];
  }
}

/* Rows of three, a distance of one or two apart */
void overlapping(int n, int shift, double *x, const double *y) {
  (void)y;
  double *a = x, *b = x + 1 + shift;
  for (int k = 0; k + 4 < n; k++) {
    double s = a[k] * b[k];
    a[k + 1] = s + a[k];
    b[k] = a[k + 1] * s;
    a[k] += b[k] * b[k + 1];
  }
}
