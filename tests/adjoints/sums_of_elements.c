/* Additions to one element are summed up first; but not over reads of it by another name, over what moves its subscript, or
   where no statement says on every way that it is there. */
/* head: stencil(x)>(y) */
/* head: names(x)>(y) */
/* head: moving(x)>(y) */
/* head: corners(x)>(x) */
/* head: places(x)>(x,y) */
/* head: either(x)>(y) */
/* head: twice(x)>(x,y) */
/* at: {"n": 5, "x": [0.3, 0.7, -0.4, 0.9, 0.2], "y": [0.1, 0.2, 0.3, 0.4, 0.5]} */
void stencil(int n, const double *x, double *y) {
  for (int i = 0; i < n; i++) {
    double sum = x[i] * x[i];
    if (i > 0)
      sum += x[i] * x[i - 1];
    if (i < n - 1) {
      sum += x[i] * x[i + 1];
      if (i > 1)
        sum -= x[i] * x[i - 2] * x[i + 1];
    }
    y[i] = y[i] * sum * x[i];
  }
}

/* a and b are one array; c begins inside it. */
static void mix(const double *a, double *b, double *c, int k) {
  double s = a[k] * b[k];
  b[k] = s * a[k] + a[k];
  c[0] = b[k] * c[0] + a[1];
  s = a[k] * c[0];
  b[k] += s * s * a[k];
}

void names(int n, const double *x, double *y) {
  double w[6];
  for (int i = 0; i < n; i++)
    w[i] = x[i] * x[i];
  w[n] = 1;
  for (int i = 0; i + 1 < n; i++)
    mix(w, w, w + i, i);
  mix(x, w, w + 1, 1);
  for (int i = 0; i < n; i++)
    y[i] = w[i] * w[0];
}

void moving(int n, const double *x, double *y) {
  int k = 0, at[2] = {1, 2};
  const double *p = x;
  for (int i = 0; i + 1 < n; i++) {
    double t = x[k] * x[k + 1];
    k = (k + 2) % (n - 1);
    t += x[k] * t;
    t *= x[at[i & 1]];
    at[i & 1] = (at[i & 1] + 1) % n;
    t += x[at[i & 1]] * x[k];
    t = t * p[0] + p[1];
    p++;
    y[i] = t * p[0] + p[0];
  }
}

/* Overwritten in place: what is assigned takes part. */
void corners(int n, double *x, const double *y) {
  for (int i = 1; i + 1 < n; i++) {
    x[i] = x[i - 1] * x[i] + x[i] * x[i + 1] + x[i] * y[i];
    if (x[i] > 0.1)
      x[i] = x[i] * x[i];
    x[i + 1] = x[i] * x[i + 1] + x[i];
    x[i] = x[i] * y[0] - x[i + 1] * x[i];
  }
}

struct cell {
  double u, v[2];
};

void places(int n, double *x, double *y) {
  struct cell c[2] = {{x[0], {x[1], x[2]}}, {x[1], {x[2], x[0]}}};
  double m[2][2] = {{x[0], x[1]}, {x[2], x[3]}};
  for (int i = 0; i < 2; i++) {
    c[i].u += c[i].v[0] * c[1 - i].v[1];
    c[i].v[1] = c[i].u * c[i].v[1] + c[i].v[0] * c[i].u;
    m[i][0] = m[i][0] * m[1 - i][1] + m[i][0] * m[i][1];
    x[i] += m[i][0] * c[i].v[1] + x[n - 1] * m[i][0];
    x[n - 1] = x[n - 1] * x[i] + x[i];
    *y += x[i] * m[0][0] + m[0][0] * c[0].u;
  }
}

/* A pointer to one of two scalars. */
void either(int n, const double *x, double *y) {
  for (int i = 0; i < n; i++) {
    double u = x[i], v = x[0], *p = x[i] > 0.5 ? &u : &v;
    double s = *p * x[1];
    s += u * s;
    s += *p * *p + v;
    *p = s * *p;
    s = *p * u + v * v;
    s += *p * s;
    y[i] = s * u;
  }
}

/* The adjoint of a parameter by value is where the caller has it: in the array that is overwritten. */
static void by_value(int n, double *x, double a) {
  for (int i = 1; i < n && x[0] < 100; i++)
    x[0] = x[0] * a + x[0] * x[0] * x[i] + a * x[i];
}

void twice(int n, double *x, double *y) {
  for (int i = 0; i < 2; i++) {
    by_value(n, x, x[0]);
    *y += x[0];
  }
}
