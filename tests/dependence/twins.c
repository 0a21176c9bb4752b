/* The loops that collections for race detectors and vectorisers are made of, each with a twin that differs
   in what decides. */

/* Distances.
   expect j in few_of_few: parallel
   expect j in few_of_many: conditional if i <= 6 or i + 1 >= 3*floor(i + 2, 3)
   expect i in distance1: serial
   expect i in distance1_anti: serial
   expect i in same: parallel
   expect i in distance_m: conditional if m <= 0 or m >= n
   expect i in even_odd: parallel
   expect i in even_even: serial */
void distance1(int n, double *a) { for (int i = 1; i < n; i++) a[i] = a[i - 1] + 1.0; }
void distance1_anti(int n, double *a) { for (int i = 0; i < n - 1; i++) a[i] = a[i + 1] + 1.0; }
void same(int n, double *a) { for (int i = 0; i < n; i++) a[i] = a[i] + 1.0; }
void distance_m(int n, int m, double *a)
{
    if (m >= 0)
        for (int i = 0; i < n; i++)
            a[i] = a[i + m] + 1.0;
}
void even_odd(int n, double *a) { for (int i = 0; i < n; i++) a[2*i] = a[2*i + 1]; }
void even_even(int n, double *a) { for (int i = 0; i < n; i++) a[2*i] = a[2*i + 2]; }

/* Crossing thresholds: forward and backward through one array.
   expect i in crossing: serial
   expect i in crossing_half: parallel */
void crossing(int n, double *a) { for (int i = 0; i < n; i++) a[i] = a[n - 1 - i]; }
void crossing_half(int n, double *a) { for (int i = 0; i < n; i++) a[i] = a[2*n - 1 - i]; }

/* Wrap-around variables.
   expect i in wrap_index: serial
   expect i in wrap_scalar: serial
   expect i in wrap_read: parallel */
void wrap_index(int n, double *a)
{
    int im1 = n - 1;
    for (int i = 0; i < n; i++) {
        a[i] = a[im1] + 1.0;
        im1 = i;
    }
}
void wrap_scalar(int n, double *restrict a, const double *restrict b)
{
    double t = 0.0;
    for (int i = 0; i < n; i++) {
        a[i] = t;
        t = b[i];
    }
}
void wrap_read(int n, double *restrict a, const double *restrict b)
{
    int im1 = n - 1;
    for (int i = 0; i < n; i++) {
        a[i] = b[im1] + b[i];
        im1 = i;
    }
}

/* Indices collapsed by a remainder.
   expect i in modulo: serial
   expect i in modulo_small: parallel */
void modulo(int n, double *a) { for (int i = 0; i < n; i++) a[i % 10] = i; }
void modulo_small(double *a) { for (int i = 0; i < 10; i++) a[i % 10] = i; }

/* Indirect indexing.
   expect i in scatter: serial
   expect i in gather: parallel */
void scatter(int n, double *restrict a, const int *restrict where)
{
    for (int i = 0; i < n; i++)
        a[where[i]] += 1.0;
}
void gather(int n, double *restrict a, const double *restrict b, const int *restrict where)
{
    for (int i = 0; i < n; i++)
        a[i] = b[where[i]];
}

/* Packing with a conditional counter; a count that nobody looks at in between.
   expect i in pack: serial
   expect i in count: parallel
   also k in count: reduction */
int pack(int n, double *restrict a, const double *restrict b)
{
    int k = 0;
    for (int i = 0; i < n; i++)
        if (b[i] > 0.0)
            a[k++] = b[i];
    return k;
}
int count(int n, const double *b)
{
    int k = 0;
    for (int i = 0; i < n; i++)
        if (b[i] > 0.0)
            k++;
    return k;
}

/* Symbolic strides that may be zero.
   expect i in stride: conditional if s != 0
   expect i in stride_known: parallel */
void stride(int n, int s, double *a) { for (int i = 0; i < n; i++) a[s*i] = 1.0; }
void stride_known(int n, int s, double *a)
{
    if (s > 0)
        for (int i = 0; i < n; i++)
            a[s*i] = 1.0;
}

/* Rows of a matrix without extent: apart where the rows do not overlap.
   expect i in rows: conditional if lda >= m or m + lda <= 0
   expect j in rows: parallel */
void rows(int n, int m, int lda, double *a)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i*lda + j] = 0.0;
}

/* Scalars: private, carried, needed afterwards.
   expect i in scalar_private: parallel
   also t in scalar_private: private
   expect i in scalar_carried: serial
   expect i in scalar_last: parallel
   expect i in scalar_perhaps: serial */
void scalar_private(int n, double *a)
{
    double t;
    for (int i = 0; i < n; i++) {
        t = a[i]*2.0;
        a[i] = t*t;
    }
}
double scalar_carried(int n, double *a)
{
    double t = 0.0;
    for (int i = 0; i < n; i++) {
        a[i] = t;
        t = t*0.5 + a[i];
    }
    return t;
}
double scalar_last(int n, const double *a)
{
    double t = 0.0;
    for (int i = 0; i < n; i++)
        t = a[i]*2.0;
    return t;
}
double scalar_perhaps(int n, const double *a)
{
    double t = 0.0;
    for (int i = 0; i < n; i++)
        if (a[i] > 0.0)
            t = a[i]*2.0;
    return t;
}

/* Work arrays.
   expect i in work_private: parallel
   also w in work_private: private
   expect i in work_carried: serial */
void work_private(int n, double a[][8])
{
    double w[8];
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < 8; j++)
            w[j] = a[i][j]*2.0;
        for (int j = 0; j < 8; j++)
            a[i][j] = w[7 - j];
    }
}
void work_carried(int n, double a[][8])
{
    double w[8] = {0.0};
    for (int i = 0; i < n; i++) {
        for (int j = 1; j < 8; j++)
            w[j] = a[i][j]*2.0;
        for (int j = 0; j < 8; j++)
            a[i][j] = w[7 - j];
    }
}

/* Pointers that may overlap: a test at run time; `restrict` says they do not.
   expect i in two_pointers: conditional
   expect i in two_restrict: parallel
   expect i in two_types: parallel */
void two_pointers(int n, double *a, const double *b)
{
    for (int i = 0; i < n; i++)
        a[i] = b[i];
}
void two_restrict(int n, double *restrict a, const double *restrict b)
{
    for (int i = 0; i < n; i++)
        a[i] = b[i];
}
void two_types(int n, double *a, const int *b)
{
    for (int i = 0; i < n; i++)
        a[i] = b[i];
}

/* Triangles, packed and not.
   expect i in packed: parallel
   expect i in packed_shifted: serial
   expect k in elimination: serial
   expect i in elimination: parallel */
void packed(int n, double *a)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            a[i*(i + 1)/2 + j] = 1.0;
}
void packed_shifted(int n, double *a)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i + 1; j++)
            a[i*(i + 1)/2 + j] = 1.0;
}
void elimination(int n, double a[n][n])
{
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++)
            for (int j = k + 1; j < n; j++)
                a[i][j] -= a[i][k]*a[k][j];
}

/* Unsigned counters wrap around; sizes do not.
   expect i in unsigned_index: serial
   expect i in size_index: parallel */
void unsigned_index(unsigned n, unsigned s, double *a)
{
    for (unsigned i = 0; i < n; i++)
        a[s*i] = 1.0;
}
void size_index(unsigned long n, double *a)
{
    for (unsigned long i = 0; i < n; i++)
        a[i] = 1.0;
}

/* What is not understood.
   expect i in unknown_call: serial
   expect i in output: serial */
int printf(const char *, ...);
double unknown(double);
void unknown_call(int n, double *a)
{
    for (int i = 0; i < n; i++)
        a[i] = unknown(a[i]);
}
void output(int n, const double *a)
{
    for (int i = 0; i < n; i++)
        printf("%g\n", a[i]);
}

/* Calls with source.
   expect i in known_call: parallel
   expect i in writing_call: parallel
   expect i in overlapping_call: serial */
static double square(double x) { return x*x; }
static void scale(int n, double *x)
{
    for (int i = 0; i < n; i++)
        x[i] *= 2.0;
}
void known_call(int n, double *a)
{
    for (int i = 0; i < n; i++)
        a[i] = square(a[i]);
}
void writing_call(int n, double *a)
{
    for (int i = 0; i < n; i++)
        scale(3, &a[3*i]);
}
void overlapping_call(int n, double *a)
{
    for (int i = 0; i < n; i++)
        scale(4, &a[3*i]);
}

/* Guards.
   expect i in guarded: parallel
   expect i in unguarded: conditional if m <= -2 or m + 2 >= n */
void guarded(int n, int m, double *a)
{
    for (int i = 0; i < n; i++)
        if (i < m)
            a[i] = a[i + m];
}
void unguarded(int n, int m, double *a)
{
    for (int i = 0; i < n; i++)
        if (i > m)
            a[i] = a[m + 1];
}

/* A transpose: the stride of the inner loop is the range of the outer one.
   expect i in transpose: parallel
   expect i in transpose_short: conditional */
void transpose(int n, double *b)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            b[j*n + i] = 1.0;
}
void transpose_short(int n, int m, double *b)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            b[j*m + i] = 1.0;
}

/* An index that falls by 9 to 12 in an inner loop, against a stride of 10: bounds of it that hold from where an
   iteration of the outer loop begins say nothing of two of its iterations.
   expect i in drifting: serial
   meets a over i in drifting */
void drifting(int n, int k, double *restrict a, const double *restrict c)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 3; j++) {
            a[k + 10*i] = 1.0;
            if (c[j] > 0.0)
                k = k - 3;
            else
                k = k - 4;
        }
}

/* The last bits of a number: `&` with one less than a power of two.
   expect j in masked_rows: parallel
   expect i in masked_rows: serial
   expect i in masked_few: parallel
   expect i in masked_many: serial */
void masked_rows(int n, int m, double *restrict a)
{
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++)
            a[8*j + (i & 7)] += 1.0;
}

void masked_few(double *restrict a)
{
    for (int i = 3; i < 11; i++)
        a[i & 7] = i;
}

void masked_many(double *restrict a)
{
    for (int i = 3; i < 12; i++)
        a[i & 7] = i;
}

/* A guard holds where the access takes place, not where its subscript would be least: (i - 200)^2 rises from 200 on,
   and is 4 there, too.
   expect i in guarded_square: conditional
   meets a over j in guarded_late
   expect i in guarded_apart: parallel */
void guarded_square(int n, double *restrict a, double *restrict b)
{
    for (int i = 0; i < n; i++) {
        if (i >= 300)
            b[i] = a[4];
        if (i >= 200)
            a[(i - 200)*(i - 200)] = 1.0;
    }
}

void guarded_late(double *restrict a, double *restrict b)
{
    for (int j = 0; j < 500; j++) {
        if (j >= 300)
            b[j] = a[4];
        if (j >= 200)
            a[(j - 200)*(j - 200)] = 1.0;
    }
}

void guarded_apart(int n, double *restrict a, double *restrict b)
{
    for (int i = 0; i < n; i++) {
        if (i >= 20)
            a[i*i] = 1.0;
        b[i] = a[399];
    }
}

/* Two pointers with strides of any sign: apart where what they reach does not overlap, or in step.
   expect i in strided_walks: conditional if incy != 0 and (dy0 + min(0, n*incy - incy) > dx0 + max(0, n*incx - incx) or dx0 + min(0, n*incx - incx) > dy0 + max(0, n*incy - incy) or (((incy >= 1 and incy >= incx and dy0 >= dx0) or (incy <= -1 and incx >= incy and dx0 >= dy0)) and ((incx >= 1 and incx >= incy and dx0 >= dy0) or (incx <= -1 and incy >= incx and dy0 >= dx0))))
   expect i in strided_starts: conditional if incy != 0 and (dy + min(0, n*incy - incy) + iy > dx + max(0, incx*n - incx) + ix or dx + min(0, incx*n - incx) + ix > dy + max(0, n*incy - incy) + iy)
   expect i in strided_apart: conditional if incy != 0
   expect i in strided_one: serial */
void strided_walks(int n, double s, const double *dx, int incx, double *dy, int incy)
{
    for (int i = 0; i < n; i++) {
        *dy += s* *dx;
        dx += incx;
        dy += incy;
    }
}

void strided_starts(int n, double s, const double *dx, int incx, double *dy, int incy)
{
    int ix = 0, iy = 0;
    if (incx < 0)
        ix = (1 - n)*incx;
    if (incy < 0)
        iy = (1 - n)*incy;
    for (int i = 0; i < n; i++) {
        dy[iy] += s*dx[ix];
        ix += incx;
        iy += incy;
    }
}

void strided_apart(int n, double s, const double *restrict dx, int incx, double *restrict dy, int incy)
{
    int ix = 0, iy = 0;
    for (int i = 0; i < n; i++) {
        dy[iy] += s*dx[ix];
        ix += incx;
        iy += incy;
    }
}

void strided_one(int n, double s, double *dx, int incx)
{
    for (int i = 0; i < n; i++)
        dx[(i + 1)*incx] += s*dx[i*incx];
}

/* At most two iterations: those that would meet are further apart. */
void few_of_few(double *restrict a)
{
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < i; j += 3)
            a[j - i + 3] = a[i - j - 8] + 1.0;
}

void few_of_many(double *restrict a)
{
    for (int i = 0; i < 50; i++)
        for (int j = 0; j < i; j += 3)
            a[j - i + 3] = a[i - j - 8] + 1.0;
}
