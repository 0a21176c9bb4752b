/* Parts of the derivatives of CBLAS functions; see linear_algebra_d.c. */

/* x := 0 */
static void cblas_?set_zero(int n, REAL *x, int incx) {
  long first = 0;
  if (incx < 0)
    first = (1L - n) * incx;
  for (long i = 0; i < n; i++)
    x[first + i * incx] = 0;
}

/* xd := xd + alpha*x; like cblas_?scal, nothing where incx is not positive */
static void cblas_?scal_add(int n, REAL alpha, const REAL *x, int incx, REAL *xd) {
  for (long i = 0; i < n && incx > 0; i++)
    xd[i * incx] += alpha * x[i * incx];
}

/* y := y + alpha*x, vectors as long as the result of a matrix product */
static void cblas_?add_vector(int layout, int trans, int m, int n, REAL alpha, const REAL *x, int incx,
                              REAL *y, int incy) {
  (void)layout;
  if (trans == CblasNoTrans)
    cblas_?axpy(m, alpha, x, incx, y, incy);
  else
    cblas_?axpy(n, alpha, x, incx, y, incy);
}

/* b := b + alpha*a */
static void cblas_?add_general(int layout, int m, int n, REAL alpha, const REAL *a, int lda, REAL *b,
                               int ldb) {
  int length = m, count = n;
  if (layout == CblasRowMajor) {
    length = n;
    count = m;
  }
  for (long j = 0; j < count; j++)
    for (long i = 0; i < length; i++)
      b[i + j * ldb] += alpha * a[i + j * lda];
}

/* b := alpha*b */
static void cblas_?scale_general(int layout, int m, int n, REAL alpha, REAL *b, int ldb) {
  int length = m, count = n;
  if (layout == CblasRowMajor) {
    length = n;
    count = m;
  }
  for (long j = 0; j < count; j++)
    for (long i = 0; i < length; i++)
      b[i + j * ldb] *= alpha;
}

/* b := b + alpha*a in one triangle */
static void cblas_?add_triangle(int layout, int uplo, int n, REAL alpha, const REAL *a, int lda, REAL *b,
                                int ldb) {
  int before = (uplo == CblasUpper) == (layout == CblasColMajor);
  for (long j = 0; j < n; j++) {
    long first = j, last = n;
    if (before) {
      first = 0;
      last = j + 1;
    }
    for (long i = first; i < last; i++)
      b[i + j * ldb] += alpha * a[i + j * lda];
  }
}

/* The norm of x and its derivative, which is zero where the norm is */
static REAL cblas_?nrm2_d(int n, const REAL *x, const REAL *xd, int incx, REAL *nrm2) {
  REAL nrm2d = 0;
  long first = 0;
  if (incx < 0)
    first = (1L - n) * incx;
  *nrm2 = cblas_?nrm2(n, x, incx);
  for (long i = 0; i < n && *nrm2 > 0; i++)
    nrm2d += x[first + i * incx] / *nrm2 * xd[first + i * incx];
  return nrm2d;
}

/* The sum of absolute values and its derivative; at zero that of the sign of the zero */
static REAL cblas_?asum_d(int n, const REAL *x, const REAL *xd, int incx, REAL *asum) {
  REAL asumd = 0;
  *asum = cblas_?asum(n, x, incx);
  for (long i = 0; i < n && incx > 0; i++)
    if (signbit(x[i * incx]))
      asumd -= xd[i * incx];
    else
      asumd += xd[i * incx];
  return asumd;
}

/* A Givens rotation (c, s) that turns (a, b) into (r, 0), with r left in a and what restores the
   rotation in b */
static void cblas_?rotg_d(REAL *a, REAL *ad, REAL *b, REAL *bd, REAL *c, REAL *cd, REAL *s, REAL *sd) {
  int longer = fabs(*a) > fabs(*b), some = *a != 0 || *b != 0;
  REAL turn = 0; /* of the rotation's angle */
  cblas_?rotg(a, b, c, s);
  if (some)
    turn = (*c * *bd - *s * *ad) / *a;
  *ad = *c * *ad + *s * *bd;
  *cd = -*s * turn;
  *sd = *c * turn;
  if (longer)
    *bd = *sd;
  else if (*c != 0)
    *bd = -*cd / (*c * *c);
  else
    *bd = 0;
}

/* (xd, yd) := (xd, yd) + hd*(x, y) for a modified Givens rotation h in param */
static void cblas_?rotm_add(int n, const REAL *x, int incx, const REAL *y, int incy, const REAL *param,
                            const REAL *paramd, REAL *xd, REAL *yd) {
  REAL h11 = paramd[1], h21 = paramd[2], h12 = paramd[3], h22 = paramd[4];
  if (param[0] == -2)
    return;
  if (param[0] == 0)
    h11 = h22 = 0;
  else if (param[0] == 1)
    h12 = h21 = 0;
  cblas_?axpy(n, h11, x, incx, xd, incx);
  cblas_?axpy(n, h12, y, incy, xd, incx);
  cblas_?axpy(n, h21, x, incx, yd, incy);
  cblas_?axpy(n, h22, y, incy, yd, incy);
}

/* Memory for a matrix or vector; the program ends where there is none. */
static REAL *cblas_?work(long rows, long columns) {
  size_t count = (size_t)rows * (size_t)columns;
  REAL *memory = malloc((count + 1) * sizeof(REAL));
  if (!memory)
    abort();
  return memory;
}

/* y := y + alpha*op(t)*x for the derivative t of a triangular matrix: a unit diagonal has none */
static void cblas_?trmv_add(int layout, int uplo, int trans, int diag, int n, REAL alpha, const REAL *t,
                            int ldt, const REAL *x, int incx, REAL *y) {
  REAL *product = cblas_?work(n, 1);
  cblas_?copy(n, x, incx, product, 1);
  cblas_?trmv(layout, uplo, trans, diag, n, t, ldt, product, 1);
  if (diag == CblasUnit)
    cblas_?axpy(n, -1, x, incx, product, 1);
  cblas_?axpy(n, alpha, product, 1, y, incx);
  free(product);
}

/* The same for a band */
static void cblas_?tbmv_add(int layout, int uplo, int trans, int diag, int n, int k, REAL alpha,
                            const REAL *t, int ldt, const REAL *x, int incx, REAL *y) {
  REAL *product = cblas_?work(n, 1);
  cblas_?copy(n, x, incx, product, 1);
  cblas_?tbmv(layout, uplo, trans, diag, n, k, t, ldt, product, 1);
  if (diag == CblasUnit)
    cblas_?axpy(n, -1, x, incx, product, 1);
  cblas_?axpy(n, alpha, product, 1, y, incx);
  free(product);
}

/* The same for a packed triangle */
static void cblas_?tpmv_add(int layout, int uplo, int trans, int diag, int n, REAL alpha, const REAL *t,
                            const REAL *x, int incx, REAL *y) {
  REAL *product = cblas_?work(n, 1);
  cblas_?copy(n, x, incx, product, 1);
  cblas_?tpmv(layout, uplo, trans, diag, n, t, product, 1);
  if (diag == CblasUnit)
    cblas_?axpy(n, -1, x, incx, product, 1);
  cblas_?axpy(n, alpha, product, 1, y, incx);
  free(product);
}

/* c := c + alpha*op(t)*b or alpha*b*op(t) for the derivative t of a triangular matrix: a unit diagonal
   has none */
static void cblas_?trmm_add(int layout, int side, int uplo, int transa, int diag, int m, int n,
                            REAL alpha, const REAL *t, int ldt, const REAL *b, int ldb, REAL *c) {
  int ld = m;
  if (layout == CblasRowMajor)
    ld = n;
  if (ld < 1)
    ld = 1;
  REAL *product = cblas_?work(m, n);
  for (long i = 0; i < (long)m * n; i++)
    product[i] = 0;
  cblas_?add_general(layout, m, n, 1, b, ldb, product, ld);
  cblas_?trmm(layout, side, uplo, transa, diag, m, n, alpha, t, ldt, product, ld);
  if (diag == CblasUnit)
    cblas_?add_general(layout, m, n, -alpha, b, ldb, product, ld);
  cblas_?add_general(layout, m, n, 1, product, ld, c, ldb);
  free(product);
}
