/* What loops add to one element, or to elements side by side, is summed up in variables; but not over reads of such an
   element, not where a branch adds, and not for what the loop itself moves. */
/* head: smooth(x)>(y) */
/* head: bands(x)>(y) */
/* head: upward(x)>(y) */
/* head: downward(x)>(y) */
/* head: whole(x)>(y) */
/* head: one_of_many(x)>(y) */
/* head: in_place(x)>(x) */
/* head: overlapped(x)>(y) */
/* head: gaps(x)>(y) */
/* head: branches(x)>(y) */
/* head: moved(x)>(y) */
/* head: none(x)>(y) */
/* head: fields(x)>(y) */
/* at: {"n": 6, "x": [0.3, 0.7, -0.4, 0.9, 0.2, 0.5], "y": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]} */
void smooth(int n, const double *x, double *y) {
  for (int i = 1; i + 1 < n; i++)
    y[i] = x[i - 1] * x[i] + x[i + 1] * x[i + 1] * y[0];
}

void bands(int n, const double *x, double *y) {
  for (int i = 2; i < n - 2; ++i)
    for (int j = 0; j < 2; ++j)
      y[i] += x[i - 2] * x[i - 1] + x[i] * x[i + 1] * x[i + 2] + x[j] * x[i - 1];
}

void upward(int n, const double *x, double *y) {
  double s = 1;
  for (int i = 0; i <= n - 3; i++) {
    s = s * x[i + 2] + x[i + 1] * x[i] + x[0];
    y[i] = s * s;
  }
}

void downward(int n, const double *x, double *y) {
  double s = 1;
  for (int i = n - 1; i > 1; i--) {
    s = s * x[i - 2] + x[i - 1] * x[i];
    y[i] = s * x[n - 1];
  }
  for (long i = n; i-- > 1;)
    y[i] *= x[i] - x[i - 1];
  for (long i = n - 2; i >= 1; i -= 1)
    y[i] *= x[i + 1] * x[i - 1] + x[i];
}

static double powers(int n, const double *x, int from, int to, int by) {
  double s = 0;
  for (int i = from; i < to; i += by)
    s += x[i] * x[i + 1] * x[n - 1];
  return s;
}

void whole(int n, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    y[i] = powers(n, x, i % 3, n - 1, 1 + i % 2) + powers(n, x, n - 1, i, 1);
}

void one_of_many(int n, const double *x, double *y) {
  for (int j = 0; j < 3; j++) {
    for (int i = 0; i < n; i++) {
      y[i] += x[j] * x[i];
      if (x[j] > 0.5)
        y[i] *= x[j];
    }
    y[j] -= x[j] * x[j + 1];
    for (int i = n; i < n; i++) /* never */
      y[i] = x[100 * i] * x[j];
  }
}

void in_place(int n, double *x, const double *y) {
  for (int i = 1; i + 1 < n; i++)
    x[i] = x[i - 1] * x[i + 1] + x[i];
  for (int i = n - 2; i > 0; i--)
    x[i] = x[i - 1] * x[i + 1] - x[i] * x[0];
  for (int i = 0; i < n; i++)
    x[0] = x[0] * x[i] + x[1] * y[i];
}

/* One array by two names. */
static void blend(int n, const double *a, double *b, const double *c) {
  for (int i = 1; i < n; i++) {
    b[i] = a[i] * c[i] + a[i - 1] * c[i + 1] * c[0];
    b[i] = b[i] * a[0] + a[i] * c[i];
  }
}

void overlapped(int n, const double *x, double *y) {
  double w[9];
  for (int i = 0; i < 9; i++)
    w[i] = x[i % n] * (i + 1);
  blend(n - 1, w, w, w);
  blend(n - 1, w, w + 2, w + 1);
  blend(n - 1, x, w, x);
  for (int i = 0; i < n; i++)
    y[i] = w[i] + w[8 - i];
}

void gaps(int n, const double *x, double *y) {
  for (int i = 0; i + 3 < n; i++)
    y[i] = x[i] * x[i + 3] * x[i + 2] + x[i + 3];
  for (int i = 0; i < n / 2; i++)
    y[i] += x[2 * i] * x[2 * i + 1];
  for (int i = 1; i < n; i += 2)
    y[i] *= x[i] * x[i - 1];
}

void branches(int n, const double *x, double *y) {
  for (int i = 1; i + 1 < n; i++) {
    double t = x[i] * x[i + 1];
    if (t > 0.12)
      t *= x[i - 1] * x[2];
    else if (i % 2)
      t += x[i + 1] * x[2];
    y[i] = t * x[i - 1] * x[3];
  }
}

void moved(int n, const double *x, double *y) {
  const double *p = x;
  int k = 0, at[3] = {1, 0, 2};
  for (int i = 0; i < 3; i++) {
    y[i] = p[0] * x[k] + p[1] * x[at[0]];
    for (int j = 1; j < 3; j++) {
      y[j] += x[k + j] * x[k + j - 1] + x[at[1]] * p[j] + p[j - 1] * x[at[1] + j];
      at[i] = j;
    }
    k = (k + 2) % 3;
    p++;
  }
}

void none(int n, const double *x, double *y) {
  for (int m = -1; m < 3; m++) {
    for (int i = 1; i < m; i++)
      y[i] += x[i - 1] * x[i] * x[m];
    for (int i = m; i >= 2; i--)
      y[i] += x[i - 1] * x[i] + x[m] * x[i];
    y[0] += x[0] * x[0];
  }
}

struct node {
  double u[3], v;
};

void fields(int n, const double *x, double *y) {
  struct node c[6];
  double m[6][3];
  for (int i = 0; i < n; i++) {
    c[i].u[0] = c[i].v = x[i] * x[i];
    c[i].u[1] = c[i].u[2] = x[i];
    m[i][0] = x[i] * x[0];
    m[i][1] = m[i][2] = c[i].v * x[i];
  }
  for (int i = 0; i + 1 < n; i++) {
    y[i] = c[i].u[0] * c[i + 1].v + c[i + 1].u[0] * c[i].v;
    for (int j = 0; j < 2; j++)
      y[i] += m[i][j] * m[i + 1][j + 1] * c[i].u[j] + c[i].u[j + 1] * m[i][j + 1] + c[0].v * m[i][0];
  }
}
