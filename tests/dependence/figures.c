/* The loops of the recurrence paper, with `restrict` where the paper has arrays of their own.

   expect i in figure1: parallel
   expect i in figure6: conditional if k0 != -1
   expect i in figure7: conditional
   expect i in figure8: conditional
   expect i in figure9: parallel
   expect j in figure9: parallel
   expect i in figure11: parallel
   expect i in figure13a: serial
   expect i in figure13b: serial
   expect i in figure13c: serial
   expect i in figure15: parallel
   expect j in figure15: parallel
   expect i in figure16: serial
   expect j in figure16: serial
   expect I in figure17: conditional */

/* Figure 1: linear, quadratic and geometric induction variables, and a pointer. */
double figure1(int n, double *restrict A, const double *restrict B)
{
    const double *p = B;
    double s = 0.0;
    int j = 0, k = 1, m = 1;
    for (int i = 0; i < n; i++) {
        A[i + j + k + m] = 1.0;
        s += *p++;
        j = j + k;
        k = k + 1;
        m = m << 1;
    }
    return s;
}

/* Figure 6. */
void figure6(int n, double *a, int k, int m)
{
    int i, j;
    for (i = 0; i < n; i++) {
        j = 2*k;
        a[i + k] = 1.0;
        k = i + j;
        m = m*(i + 1);
    }
    a[0] = k + m;
}

/* Figure 7: independent for j0 >= 0, not for every odd j0 (-1 is a counterexample). */
double figure7(int n, double *a, int k, int j)
{
    double s = 0.0;
    for (int i = 0; i < n; i++) {
        a[k] = 1.0;
        k = k + j;
        j = j + 2;
        s += a[k];
        k = k + 1;
    }
    return s;
}

/* Figure 8. */
double figure8(int n, double *p, int j)
{
    double s = 0.0;
    for (int i = 0; i < n; i++) {
        *p = 1.0;
        p = p + j;
        j = j + 2;
        s += *p;
        p = p + 1;
    }
    return s;
}

/* Figure 9. */
void figure9(int n, double *p)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            *p = 0.0;
            p = p + 1;
        }
}

/* Figure 10: a is written in disjoint ranges, but only running the loop says where: k has no closed form.
   The inner loop has one.
   expect i in figure10: serial
   expect j in figure10: parallel */
void figure10(int n, const int *restrict m, double *restrict a, int k)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= m[i]; j++) {
            a[k] = 1.0;
            k = k + 1;
        }
}

/* Figure 11. */
void figure11(int n, double *restrict a, int k, const double *restrict c)
{
    int j = 0;
    for (int i = 0; i < n; i++) {
        if (c[i] > 0.0) {
            k = k + j;
            a[i + k] = 1.0;
        } else {
            k = k + i*(i - 1)/2;
        }
        j = j + i;
    }
}

/* Figure 12: k is carried, so the loop is serial; the writes of a are apart where j0 >= 1, not always as
   the paper says.
   expect i in figure12: serial if j0 >= 1 */
void figure12(int n, double *restrict a, int k, int j, const double *restrict c)
{
    for (int i = 0; i < n; i++) {
        a[k] = 1.0;
        if (c[i] > 0.0) {
            k = k + 1;
        } else {
            k = k + j;
            j = j + 2;
        }
    }
}

/* Figure 13: recurrences that are not solved. */
void figure13a(int n, double *a, int k)
{
    for (int i = 0; i < n; i++) {
        a[k] = 1.0;
        k = i*k + 1;
    }
}

void figure13b(int n, double *x, int a, int b)
{
    for (int i = 0; i < n; i++) {
        x[a] = 1.0;
        int t = 3*a + 1;
        a = 2*b;
        b = t;
    }
}

void figure13c(int n, double *restrict a, int k, const double *restrict c)
{
    for (int i = 0; i < n; i++) {
        a[k] = 1.0;
        if (c[i] > 0.0)
            k = k + 1;
        else
            k = 2*k;
    }
}

/* Figure 15 (MDG). */
void figure15(int nt, int nor1, double *var)
{
    int jj;
    for (int i = 1; i <= nt; i++) {
        jj = i;
        for (int j = 1; j <= nor1; j++) {
            var[jj] = var[jj] + 1.0;
            jj = jj + nt;
        }
    }
}

/* Figure 16: no flow dependence, but anti dependences (and in j an output dependence). */
void figure16(int n, double *A)
{
    double *p = A, *q = A;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
            p = p + 1;
            *q = *p;
        }
        q = q + 1;
    }
}

/* Figure 17: the paper's condition K + N >= 10, K >= -2 does not do (M = 1, N = 7, K = 3). */
double figure17(int M, int N, int K, double *A)
{
    double s = 0.0;
    for (int I = 1; I <= M + 1; I++) {
        A[I*N + 10] = 1.0;
        s += A[2*I + K];
        K = 2*K + N;
    }
    return s;
}
