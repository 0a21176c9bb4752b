/* Parts of the derivatives of BLAS and LAPACK routines that are not calls of these routines alone, for
   C programs that call them by their Fortran names: everything by reference. `?` stands for the
   letter of the precision, REAL for its type, PART for the type of a real part; in complex precisions
   CONJ( conjugates, PARTOF( takes the real part, and ?her2k and ?hemm are themselves where they are
   ?syr2k and ?symm in real ones. A generated file carries the functions it calls, and the
   declarations of what they call. */

void ?axpy_(const int *, const REAL *, const REAL *, const int *, REAL *, const int *);
void ?copy_(const int *, const REAL *, const int *, REAL *, const int *);
REAL ?nrm2_(const int *, const REAL *, const int *);
REAL ?asum_(const int *, const REAL *, const int *);
void ?rotg_(REAL *, REAL *, REAL *, REAL *);
void ?trmv_(const char *, const char *, const char *, const int *, const REAL *, const int *, REAL *, const int *);
void ?tbmv_(const char *, const char *, const char *, const int *, const int *, const REAL *, const int *, REAL *, const int *);
void ?tpmv_(const char *, const char *, const char *, const int *, const REAL *, REAL *, const int *);
void ?trmm_(const char *, const char *, const char *, const char *, const int *, const int *, const REAL *, const REAL *, const int *, REAL *, const int *);
void ?trsm_(const char *, const char *, const char *, const char *, const int *, const int *, const REAL *, const REAL *, const int *, REAL *, const int *);
void ?gemm_(const char *, const char *, const int *, const int *, const int *, const REAL *, const REAL *, const int *, const REAL *, const int *, const REAL *, REAL *, const int *);
void ?hemm_(const char *, const char *, const int *, const int *, const REAL *, const REAL *, const int *, const REAL *, const int *, const REAL *, REAL *, const int *);
void ?her2k_(const char *, const char *, const int *, const int *, const REAL *, const REAL *, const int *, const REAL *, const int *, const PART *, REAL *, const int *);
void ?laswp_(const int *, REAL *, const int *, const int *, const int *, const int *, const int *);
void ?getrs_(const char *, const int *, const int *, const REAL *, const int *, const int *, REAL *, const int *, int *);
void ?potrs_(const char *, const int *, const int *, const REAL *, const int *, REAL *, const int *, int *);

/* Memory for a matrix or vector; the program ends where there is none. */
static REAL *?work(long rows, long columns) {
  size_t count = (size_t)rows * (size_t)columns;
  REAL *memory = malloc((count + 1) * sizeof(REAL));
  if (!memory)
    abort();
  return memory;
}

/* x := 0 */
static void ?set_zero(const int *n, REAL *x, const int *incx) {
  long first = 0;
  if (*incx < 0)
    first = (1L - *n) * *incx;
  for (long i = 0; i < *n; i++)
    x[first + i * *incx] = 0;
}

/* xd := xd + alpha*x; like ?scal_, nothing where incx is not positive */
static void ?scal_add(const int *n, const REAL *alpha, const REAL *x, const int *incx, REAL *xd) {
  for (long i = 0; i < *n && *incx > 0; i++)
    xd[i * *incx] += *alpha * x[i * *incx];
}

/* y := y + alpha*x, vectors as long as the result of a matrix product */
static void ?add_vector(const char *trans, const int *m, const int *n, const REAL *alpha, const REAL *x,
                        const int *incx, REAL *y, const int *incy) {
  if (*trans == 'N' || *trans == 'n')
    ?axpy_(m, alpha, x, incx, y, incy);
  else
    ?axpy_(n, alpha, x, incx, y, incy);
}

/* b := b + alpha*a */
static void ?add_general(const int *m, const int *n, const REAL *alpha, const REAL *a, const int *lda,
                         REAL *b, const int *ldb) {
  for (long j = 0; j < *n; j++)
    for (long i = 0; i < *m; i++)
      b[i + j * *ldb] += *alpha * a[i + j * *lda];
}

/* b := alpha*b */
static void ?scale_general(const int *m, const int *n, const REAL *alpha, REAL *b, const int *ldb) {
  for (long j = 0; j < *n; j++)
    for (long i = 0; i < *m; i++)
      b[i + j * *ldb] *= *alpha;
}

/* b := b + alpha*a in one triangle */
static void ?add_triangle(const char *uplo, const int *n, const REAL *alpha, const REAL *a,
                          const int *lda, REAL *b, const int *ldb) {
  int upper = *uplo == 'U' || *uplo == 'u';
  for (long j = 0; j < *n; j++) {
    long first = j, last = *n;
    if (upper) {
      first = 0;
      last = j + 1;
    }
    for (long i = first; i < last; i++)
      b[i + j * *ldb] += *alpha * a[i + j * *lda];
  }
}

/* The norm of x and its derivative, which is zero where the norm is */
static REAL ?nrm2_d(const int *n, const REAL *x, const REAL *xd, const int *incx, REAL *nrm2) {
  REAL nrm2d = 0;
  long first = 0;
  if (*incx < 0)
    first = (1L - *n) * *incx;
  *nrm2 = ?nrm2_(n, x, incx);
  for (long i = 0; i < *n && *nrm2 > 0; i++)
    nrm2d += x[first + i * *incx] / *nrm2 * xd[first + i * *incx];
  return nrm2d;
}

/* The sum of absolute values and its derivative; at zero that of the sign of the zero */
static REAL ?asum_d(const int *n, const REAL *x, const REAL *xd, const int *incx, REAL *asum) {
  REAL asumd = 0;
  *asum = ?asum_(n, x, incx);
  for (long i = 0; i < *n && *incx > 0; i++)
    if (signbit(x[i * *incx]))
      asumd -= xd[i * *incx];
    else
      asumd += xd[i * *incx];
  return asumd;
}

/* A Givens rotation (c, s) that turns (a, b) into (r, 0), with r left in a and what restores the
   rotation in b */
static void ?rotg_d(REAL *a, REAL *ad, REAL *b, REAL *bd, REAL *c, REAL *cd, REAL *s, REAL *sd) {
  int longer = fabs(*a) > fabs(*b), some = *a != 0 || *b != 0;
  REAL turn = 0; /* of the rotation's angle */
  ?rotg_(a, b, c, s);
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
static void ?rotm_add(const int *n, const REAL *x, const int *incx, const REAL *y, const int *incy,
                      const REAL *param, const REAL *paramd, REAL *xd, REAL *yd) {
  REAL h11 = paramd[1], h21 = paramd[2], h12 = paramd[3], h22 = paramd[4];
  if (param[0] == -2)
    return;
  if (param[0] == 0)
    h11 = h22 = 0;
  else if (param[0] == 1)
    h12 = h21 = 0;
  ?axpy_(n, &h11, x, incx, xd, incx);
  ?axpy_(n, &h12, y, incy, xd, incx);
  ?axpy_(n, &h21, x, incx, yd, incy);
  ?axpy_(n, &h22, y, incy, yd, incy);
}

/* y := y + alpha*op(t)*x for the derivative t of a triangular matrix: a unit diagonal has none */
static void ?trmv_add(const char *uplo, const char *trans, const char *diag, const int *n,
                      const REAL *alpha, const REAL *t, const int *ldt, const REAL *x, const int *incx,
                      REAL *y) {
  const int one = 1;
  const REAL minus = -1;
  REAL *product = ?work(*n, 1);
  ?copy_(n, x, incx, product, &one);
  ?trmv_(uplo, trans, diag, n, t, ldt, product, &one);
  if (*diag == 'U' || *diag == 'u')
    ?axpy_(n, &minus, x, incx, product, &one);
  ?axpy_(n, alpha, product, &one, y, incx);
  free(product);
}

/* The same for a band */
static void ?tbmv_add(const char *uplo, const char *trans, const char *diag, const int *n, const int *k,
                      const REAL *alpha, const REAL *t, const int *ldt, const REAL *x, const int *incx,
                      REAL *y) {
  const int one = 1;
  const REAL minus = -1;
  REAL *product = ?work(*n, 1);
  ?copy_(n, x, incx, product, &one);
  ?tbmv_(uplo, trans, diag, n, k, t, ldt, product, &one);
  if (*diag == 'U' || *diag == 'u')
    ?axpy_(n, &minus, x, incx, product, &one);
  ?axpy_(n, alpha, product, &one, y, incx);
  free(product);
}

/* The same for a packed triangle */
static void ?tpmv_add(const char *uplo, const char *trans, const char *diag, const int *n,
                      const REAL *alpha, const REAL *t, const REAL *x, const int *incx, REAL *y) {
  const int one = 1;
  const REAL minus = -1;
  REAL *product = ?work(*n, 1);
  ?copy_(n, x, incx, product, &one);
  ?tpmv_(uplo, trans, diag, n, t, product, &one);
  if (*diag == 'U' || *diag == 'u')
    ?axpy_(n, &minus, x, incx, product, &one);
  ?axpy_(n, alpha, product, &one, y, incx);
  free(product);
}

/* A copy of a matrix, without gaps */
static REAL *?copied(const int *m, const int *n, const REAL *b, const int *ldb) {
  REAL *copy = ?work(*m, *n);
  for (long j = 0; j < *n; j++)
    for (long i = 0; i < *m; i++)
      copy[i + j * *m] = b[i + j * *ldb];
  return copy;
}

/* c := c + alpha*op(t)*b or alpha*b*op(t) for the derivative t of a triangular matrix: a unit diagonal
   has none */
static void ?trmm_add(const char *side, const char *uplo, const char *transa, const char *diag,
                      const int *m, const int *n, const REAL *alpha, const REAL *t, const int *ldt,
                      const REAL *b, const int *ldb, REAL *c) {
  const REAL one = 1, minus = -*alpha;
  REAL *product = ?copied(m, n, b, ldb);
  ?trmm_(side, uplo, transa, diag, m, n, alpha, t, ldt, product, m);
  if (*diag == 'U' || *diag == 'u')
    ?add_general(m, n, &minus, b, ldb, product, m);
  ?add_general(m, n, &one, product, m, c, ldb);
  free(product);
}

/* A diagonal block of ?getrf_d: with s = inv(l)*ad*inv(u), ld = l*lower(s) and ud = upper(s)*u; both are
   also left in ad */
static void ?getrf_block(const int *k, const int *width, const REAL *a, REAL *ad, const int *lda,
                         REAL *ld, REAL *ud) {
  const REAL one = 1;
  ?trsm_("L", "L", "N", "U", k, k, &one, a, lda, ad, lda);
  ?trsm_("R", "U", "N", "N", k, k, &one, a, lda, ad, lda);
  for (long j = 0; j < *k; j++)
    for (long i = 0; i < *k; i++) {
      long at = i + j * *width;
      ld[at] = ud[at] = 0;
      if (i > j)
        ld[at] = ad[i + j * *lda];
      else
        ud[at] = ad[i + j * *lda];
    }
  ?trmm_("L", "L", "N", "U", k, k, &one, a, lda, ld, width);
  ?trmm_("R", "U", "N", "N", k, k, &one, a, lda, ud, width);
  for (long j = 0; j < *k; j++)
    for (long i = 0; i < *k; i++)
      ad[i + j * *lda] = ld[i + j * *width] + ud[i + j * *width];
}

/* The derivatives of the factors l and u of p*a = l*u, in place of those of a:
   p*ad = ld*u + l*ud, a block of columns and rows after the other */
static void ?getrf_d(const int *m, const int *n, const REAL *a, REAL *ad, const int *lda,
                     const int *ipiv) {
  enum { wide = 32 };
  const int width = wide, first = 1;
  const REAL one = 1, minus = -1;
  REAL ld[wide * wide], ud[wide * wide];
  int rank = *m;
  if (*n < rank)
    rank = *n;
  ?laswp_(n, ad, lda, &first, &rank, ipiv, &first);
  for (int j = 0; j < rank; j += width) {
    int k = rank - j;
    if (k > width)
      k = width;
    int below = *m - j - k, right = *n - j - k;
    long here = j + (long)j * *lda, under = here + k, beside = here + (long)k * *lda;
    long rest = beside + k;
    ?getrf_block(&k, &width, a + here, ad + here, lda, ld, ud);
    if (below > 0) {
      ?gemm_("N", "N", &below, &k, &k, &minus, a + under, lda, ud, &width, &one, ad + under, lda);
      ?trsm_("R", "U", "N", "N", &below, &k, &one, a + here, lda, ad + under, lda);
    }
    if (right > 0) {
      ?gemm_("N", "N", &k, &right, &k, &minus, ld, &width, a + beside, lda, &one, ad + beside, lda);
      ?trsm_("L", "L", "N", "U", &k, &right, &one, a + here, lda, ad + beside, lda);
    }
    if (below > 0 && right > 0) {
      ?gemm_("N", "N", &below, &right, &k, &minus, ad + under, lda, a + beside, lda, &one, ad + rest,
             lda);
      ?gemm_("N", "N", &below, &right, &k, &minus, a + under, lda, ad + beside, lda, &one, ad + rest,
             lda);
    }
  }
}

/* bd := bd - op(d)*b, where d is the derivative of a matrix whose factors l and u are in a and their
   derivatives in ad */
static void ?getrs_residual(const char *trans, const int *n, const int *nrhs, const REAL *a,
                            const REAL *ad, const int *lda, const int *ipiv, const REAL *b, REAL *bd,
                            const int *ldb) {
  const REAL one = 1, minus = -1;
  const int first = 1, back = -1;
  REAL *x = ?copied(n, nrhs, b, ldb);
  if (*trans == 'N' || *trans == 'n') {
    REAL *y = ?copied(n, nrhs, b, ldb);
    ?trmm_("L", "U", "N", "N", n, nrhs, &one, a, lda, y, n);
    REAL *z = ?copied(n, nrhs, y, n);
    ?trmm_("L", "L", "N", "U", n, nrhs, &one, ad, lda, y, n);
    ?add_general(n, nrhs, &minus, z, n, y, n);
    ?trmm_("L", "U", "N", "N", n, nrhs, &one, ad, lda, x, n);
    ?trmm_("L", "L", "N", "U", n, nrhs, &one, a, lda, x, n);
    ?add_general(n, nrhs, &one, x, n, y, n);
    ?laswp_(nrhs, y, n, &first, n, ipiv, &back);
    ?add_general(n, nrhs, &minus, y, n, bd, ldb);
    free(y);
    free(z);
  } else {
    ?laswp_(nrhs, x, n, &first, n, ipiv, &first);
    REAL *y = ?copied(n, nrhs, x, n), *z = ?copied(n, nrhs, x, n);
    ?trmm_("L", "L", trans, "U", n, nrhs, &one, a, lda, y, n);
    ?trmm_("L", "U", trans, "N", n, nrhs, &one, ad, lda, y, n);
    ?trmm_("L", "L", trans, "U", n, nrhs, &one, ad, lda, z, n);
    ?add_general(n, nrhs, &minus, x, n, z, n);
    ?trmm_("L", "U", trans, "N", n, nrhs, &one, a, lda, z, n);
    ?add_general(n, nrhs, &minus, y, n, bd, ldb);
    ?add_general(n, nrhs, &minus, z, n, bd, ldb);
    free(y);
    free(z);
  }
  free(x);
}

/* b := inv(l*u)*b where the factorisation succeeded */
static void ?lu_solve(const int *n, const int *nrhs, const REAL *a, const int *lda, const int *ipiv,
                      REAL *b, const int *ldb, const int *info) {
  int status;
  if (*info == 0)
    ?getrs_("N", n, nrhs, a, lda, ipiv, b, ldb, &status);
}

/* After a*x = b has been solved, x in b and the factors in a: a*xd = bd - ad*x, then the derivatives
   of the factors */
static void ?gesv_d(const int *n, const int *nrhs, const REAL *a, REAL *ad, const int *lda,
                    const int *ipiv, const REAL *b, REAL *bd, const int *ldb, const int *info) {
  const REAL one = 1, minus = -1;
  if (*info != 0)
    return;
  ?gemm_("N", "N", n, nrhs, n, &minus, ad, lda, b, ldb, &one, bd, ldb);
  ?lu_solve(n, nrhs, a, lda, ipiv, bd, ldb, info);
  ?getrf_d(n, n, a, ad, lda, ipiv);
}

/* A diagonal block of ?potrf_d, in ad and in s: with t = inv(l)*ad*inv(l'), ld = l*(strictly lower(t) +
   diagonal(t)/2); of an upper factor s is the transpose */
static void ?potrf_block(int upper, const int *k, const int *width, const REAL *a, REAL *ad,
                         const int *lda, REAL *s) {
  const REAL one = 1;
  long down = 1, across = *lda;
  if (upper) {
    down = *lda;
    across = 1;
  }
  for (long j = 0; j < *k; j++) {
    for (long i = j; i < *k; i++) {
      REAL e = ad[i * down + j * across];
      s[i + j * *width] = e;
      s[j + i * *width] = CONJ(e);
      if (upper) {
        s[i + j * *width] = CONJ(e);
        s[j + i * *width] = e;
      }
    }
    s[j + j * *width] = PARTOF(s[j + j * *width]);
  }
  if (upper) {
    ?trsm_("L", "U", "C", "N", k, k, &one, a, lda, s, width);
    ?trsm_("R", "U", "N", "N", k, k, &one, a, lda, s, width);
  } else {
    ?trsm_("L", "L", "N", "N", k, k, &one, a, lda, s, width);
    ?trsm_("R", "L", "C", "N", k, k, &one, a, lda, s, width);
  }
  for (long j = 0; j < *k; j++) {
    s[j + j * *width] = PARTOF(s[j + j * *width]) / 2;
    for (long i = 0; i < j; i++)
      s[i + j * *width] = 0;
  }
  if (upper)
    ?trmm_("L", "U", "C", "N", k, k, &one, a, lda, s, width);
  else
    ?trmm_("L", "L", "N", "N", k, k, &one, a, lda, s, width);
  for (long j = 0; j < *k; j++)
    for (long i = j; i < *k; i++) {
      ad[i * down + j * across] = s[i + j * *width];
      if (upper)
        ad[i * down + j * across] = CONJ(s[i + j * *width]);
    }
}

/* The derivative of the Cholesky factor in place of that of the matrix, in one triangle */
static void ?potrf_d(const char *uplo, const int *n, const REAL *a, REAL *ad, const int *lda) {
  enum { wide = 32 };
  const int width = wide, upper = *uplo == 'U' || *uplo == 'u';
  const REAL one = 1, minus = -1;
  const PART unit = 1;
  REAL s[wide * wide];
  for (int j = 0; j < *n; j += width) {
    int k = *n - j;
    if (k > width)
      k = width;
    int left = *n - j - k;
    long here = j + (long)j * *lda, under = here + k, beside = here + (long)k * *lda;
    long rest = beside + k;
    ?potrf_block(upper, &k, &width, a + here, ad + here, lda, s);
    if (left == 0)
      break;
    if (upper) {
      ?gemm_("N", "N", &k, &left, &k, &minus, s, &width, a + beside, lda, &one, ad + beside, lda);
      ?trsm_("L", "U", "C", "N", &k, &left, &one, a + here, lda, ad + beside, lda);
      ?her2k_("U", "C", &left, &k, &minus, ad + beside, lda, a + beside, lda, &unit, ad + rest, lda);
    } else {
      ?gemm_("N", "C", &left, &k, &k, &minus, a + under, lda, s, &width, &one, ad + under, lda);
      ?trsm_("R", "L", "C", "N", &left, &k, &one, a + here, lda, ad + under, lda);
      ?her2k_("L", "N", &left, &k, &minus, ad + under, lda, a + under, lda, &unit, ad + rest, lda);
    }
  }
}

/* bd := bd - d*b, where d is the derivative of a matrix whose Cholesky factor is in a and that
   factor's derivative in ad */
static void ?potrs_residual(const char *uplo, const int *n, const int *nrhs, const REAL *a,
                            const REAL *ad, const int *lda, const REAL *b, REAL *bd, const int *ldb) {
  const REAL one = 1, minus = -1;
  const char *first = "C", *second = "N";
  if (*uplo == 'U' || *uplo == 'u') {
    first = "N";
    second = "C";
  }
  REAL *x = ?copied(n, nrhs, b, ldb), *y = ?copied(n, nrhs, b, ldb);
  ?trmm_("L", uplo, first, "N", n, nrhs, &one, a, lda, x, n);
  ?trmm_("L", uplo, second, "N", n, nrhs, &one, ad, lda, x, n);
  ?trmm_("L", uplo, first, "N", n, nrhs, &one, ad, lda, y, n);
  ?trmm_("L", uplo, second, "N", n, nrhs, &one, a, lda, y, n);
  ?add_general(n, nrhs, &minus, x, n, bd, ldb);
  ?add_general(n, nrhs, &minus, y, n, bd, ldb);
  free(x);
  free(y);
}

/* b := inv(a)*b where the Cholesky factorisation succeeded */
static void ?cholesky_solve(const char *uplo, const int *n, const int *nrhs, const REAL *a,
                            const int *lda, REAL *b, const int *ldb, const int *info) {
  int status;
  if (*info == 0)
    ?potrs_(uplo, n, nrhs, a, lda, b, ldb, &status);
}

/* After a*x = b has been solved, x in b and the Cholesky factor in a: a*xd = bd - ad*x, then the
   derivative of the factor */
static void ?posv_d(const char *uplo, const int *n, const int *nrhs, const REAL *a, REAL *ad,
                    const int *lda, const REAL *b, REAL *bd, const int *ldb, const int *info) {
  const REAL one = 1, minus = -1;
  if (*info != 0)
    return;
  ?hemm_("L", uplo, n, nrhs, &minus, ad, lda, b, ldb, &one, bd, ldb);
  ?cholesky_solve(uplo, n, nrhs, a, lda, bd, ldb, info);
  ?potrf_d(uplo, n, a, ad, lda);
}
