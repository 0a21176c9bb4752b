/* The loops of the recurrence paper, made to run. Its Figures 6e to 11e and 9j come out, up to names, the casts
   that keep products from overflowing, and the order of sums; where independence has a condition, in the first
   branch of a test.

   directives: 11
   expect i in figure14: conditional if left >= -3

   shows figure1:
   A[(1L << i) + i*((long)i + 5)/2 + 1] = 1.0;
   s += p[i];

   shows figure6:
   if (k != -1) {
   #pragma omp parallel for reduction(*:m)
   for (i = 0; i < n; i++) {
   a[(1L << i)*((long)k + 1) - 1] = 1.0;
   m *= i + 1;
   }
   i = n > 0 ? n : 0;
   k = (int)((1L << i)*((long)k + 1) - i - 1);
   }

   shows figure7:
   for (i = 0; i < n; i++) {
   a[k + i*((long)i + j)] = b[i];
   s += a[(long)k + j + i*((long)i + j + 2)];
   }
   i = n > 0 ? n : 0;
   k = (int)(k + i*((long)i + j));
   j = (int)(2L*i + j);

   shows figure8:
   for (i = 0; i < n; i++) {
   p[i*((long)i + j)] = b[i];
   s += p[j + i*((long)i + j + 2)];
   }
   i = n > 0 ? n : 0;
   p += i*((long)i + j);
   j = (int)(2L*i + j);

   shows figure9:
   for (i = 0; i < n; i++) {
   for (int j = 0; j <= i; j++)
   p[j + i*((long)i + 1)/2] = i - j;
   }
   i = n > 0 ? n : 0;
   p += i*((long)i + 1)/2;

   shows figure10:
   for (int i = 0; i < n; i++) {
   #pragma omp parallel for
   for (j = 0; j <= m[i]; j++)
   a[k + j] = i + j;
   j = m[i] + 1 > 0 ? m[i] + 1 : 0;
   k += j;
   }

   shows figure11:
   if (c[i] > 0.0)
   a[k + i*((long)i*i + 5)/6] = 1.0; */
#include <stdio.h>

enum { size = 6000 };
static double a[size], b[size], c[size];
static int m[size];

static double figure1(int n, double *restrict A, const double *restrict B)
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

static int figure6(int n, double *a, int k, int m)
{
    int i, j;
    for (i = 0; i < n; i++) {
        j = 2*k;
        a[i + k] = 1.0;
        k = i + j;
        m = m*(i + 1);
    }
    return k + m;
}

static double figure7(int n, double *restrict a, const double *restrict b, int k, int j)
{
    double s = 0.0;
    int i;
    for (i = 0; i < n; i++) {
        a[k] = b[i];
        k = k + j;
        j = j + 2;
        s += a[k];
        k = k + 1;
    }
    return s + k + j + i;
}

static double figure8(int n, double *restrict p, const double *restrict b, int j)
{
    double s = 0.0, *first = p;
    int i;
    for (i = 0; i < n; i++) {
        *p = b[i];
        p = p + j;
        j = j + 2;
        s += *p;
        p = p + 1;
    }
    return s + (p - first) + j;
}

static long figure9(int n, double *p)
{
    double *first = p;
    int i;
    for (i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            *p = i - j;
            p = p + 1;
        }
    return p - first;
}

static int figure10(int n, const int *restrict m, double *restrict a, int k)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= m[i]; j++) {
            a[k] = i + j;
            k = k + 1;
        }
    return k;
}

static void figure11(int n, double *restrict a, int k, const double *restrict c)
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

/* Figure 12: no closed form; stays as it is. */
static int figure12(int n, double *restrict a, int k, int j, const double *restrict c)
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
    return k;
}

/* Figure 14 (TRFD), with subscripts from 0. */
static void figure14(int m, int left, double *restrict x, const double *restrict xkl)
{
    int ijkl = -1, ij = 0;
    for (int i = 1; i <= m; i++)
        for (int j = 1; j <= i; j++) {
            ij = ij + 1;
            ijkl = ijkl + i - j + 1;
            for (int k = i + 1; k <= m; k++)
                for (int l = 1; l <= k; l++) {
                    ijkl = ijkl + 1;
                    x[ijkl] = xkl[l] + k;
                }
            ijkl = ijkl + ij + left;
        }
}

/* Figure 15 (MDG). */
static void figure15(int nt, int nor1, double *var)
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

/* Figure 16: serial. */
static void figure16(int n, double *A)
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

static double figure17(int M, int N, int K, double *A)
{
    double s = 0.0;
    for (int I = 1; I <= M + 1; I++) {
        A[I*N + 10] = 1.0;
        s += A[2*I + K];
        K = 2*K + N;
    }
    return s;
}

static void show(const char *name, double result)
{
    double s = 0.0;
    for (int i = 0; i < size; i++)
        s = (i % 2 ? 0.5 : 1.0)*s + (i % 9)*a[i];
    printf("%s %.12g %.12g\n", name, result, s);
    for (int i = 0; i < size; i++) {
        a[i] = i % 11 - 3;
        b[i] = i % 7 - 2;
        c[i] = (i*i) % 5 - 2;
        m[i] = i % 6 - 2;
    }
}

int main(void)
{
    show("start", 0.0);
    show("1", figure1(10, a, b));
    for (int k = -2; k < 3; k++)
        show("6", figure6(8, a + 600, k, 3));
    show("6 empty", figure6(-2, a, 7, 3));
    show("6 long", figure6(70, a + 5, -1, 0));
    for (int j = -5; j < 3; j++) {
        show("7", figure7(40, a + 500, b, 3, j));
        show("8", figure8(40, a + 500, b, j));
    }
    show("7 empty", figure7(-1, a, b, 3, 4));
    show("8 empty", figure8(0, a, b, 4));
    show("9", figure9(60, a));
    show("9 empty", figure9(-60, a));
    show("10", figure10(80, m, a, 4));
    figure11(30, a, 5, c);
    show("11", 0.0);
    show("12", figure12(40, a, 2, 1, c));
    for (int left = -3; left < 4; left++) {
        figure14(9, left, a + 100, b);
        show("14", left);
    }
    figure15(40, 30, a);
    show("15", 0.0);
    figure16(50, a);
    show("16", 0.0);
    show("17", figure17(1, 7, 3, a));
    show("17", figure17(6, 0, 30, a));
    show("17", figure17(6, 2, 30, a));
    show("17", figure17(6, -2, 30, a + 200));
    return 0;
}
