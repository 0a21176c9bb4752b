/* The loops of the recurrence paper. */

/* Figure 6: nonlinear recurrences.
   expect k of i in figure6: {k0,+,k0,+,k0+1,*,2}_i
   expect m of i in figure6: {m0,*,1,+,1}_i */
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

/* Figure 7: coupled, with two updates.
   expect j of i in figure7: {j0,+,2}_i
   expect k of i in figure7: {k0,+,j0+1,+,2}_i */
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

/* Figure 8: the same with a pointer.
   expect p of i in figure8: {p0,+,j0+1,+,2}_i */
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

/* Figure 9: a triangular nest.
   expect p of i in figure9: {p0,+,1,+,1}_i
   expect p of j in figure9: {{p0,+,1,+,1}_i,+,1}_j */
void figure9(int n, double *p)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            *p = 0.0;
            p = p + 1;
        }
}

/* Figure 10: irregular strides, no closed form.
   expect k of i in figure10: {k0,+,max(0,m[i]+1)}_i
   expect k of j in figure10: {{k0,+,max(0,m[i]+1)}_i,+,1}_j */
void figure10(int n, const int *m, double *a, int k)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= m[i]; j++) {
            a[k] = 1.0;
            k = k + 1;
        }
}

/* Figure 11: updates under a condition, one solution.
   expect j of i in figure11: {0,+,0,+,1}_i
   expect k of i in figure11: {k0,+,0,+,0,+,1}_i */
void figure11(int n, double *a, int k, const double *c)
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

/* Figure 12: updates under a condition, several solutions: dynamic bounds.
   expect j of i in figure12: from j0 to {j0,+,2}_i
   expect k of i in figure12: from {k0,+,min(1,j0)}_i to {k0,+,max(1,2*i+j0)}_i */
void figure12(int n, double *a, int k, int j, const double *c)
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

/* Figure 13: what is not recognised.
   expect k of i in figure13a: unknown
   expect a of i in figure13b: unknown
   expect k of i in figure13c: unknown */
int figure13a(int n, int k)
{
    for (int i = 0; i < n; i++)
        k = i*k + 1;
    return k;
}

int figure13b(int n, int a, int b)
{
    for (int i = 0; i < n; i++) {
        int t = 3*a + 1;
        a = 2*b;
        b = t;
    }
    return a + b;
}

int figure13c(int n, int k, const double *c)
{
    for (int i = 0; i < n; i++)
        if (c[i] > 0.0)
            k = k + 1;
        else
            k = 2*k;
    return k;
}

/* Figure 15 (MDG).
   expect jj of j in figure15: {{1,+,1}_i,+,nt}_j */
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

/* Figure 16.
   expect p of j in figure16: {{A,+,1,+,1}_i,+,1}_j
   expect q of i in figure16: {A,+,1}_i */
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

/* Figure 17; the paper prints {K+2N,...} for the subscript 2*I+K, which is {K+2,+,K+N+2,*,2} instead.
   expect K of I in figure17: {K0,+,N+K0,*,2}_I */
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
