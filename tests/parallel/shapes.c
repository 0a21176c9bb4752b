/* Functions that others may call with arrays that overlap: of different shape or rank, and rows that begin inside of
   each other. What tells them apart is where they are, so there are tests of addresses before the loops, and the same
   results whatever is passed.

   directives: 19 */
#include <math.h>
#include <stdio.h>

enum { n = 12, m = 10, big = 2000 };
static double pool[big], vector[n];

/* ---- Kernels on matrices and vectors ----
   expect i in product: conditional
   expect i in vectors: conditional
   expect i@1 in vectors: conditional
   expect i in summed: conditional
   expect i in symmetric: conditional
   expect j in triangular: conditional
   expect i in triangular: serial
   expect j in covariance: conditional
   expect i@1 in covariance: conditional
   expect i@2 in covariance: conditional
   shows product:
   _Bool independent = (&a[0][0] >= &c[0][0] + (long)ni * nj || &c[0][0] >= &a[0][0] + (long)ni *
   nk) && (&b[0][0] >= &c[0][0] + (long)ni * nj || &c[0][0] >= &b[0][0] + (long)nj * nk);
   #pragma omp parallel for if(independent)
   for (int i = 0; i < ni; i++) { */
void product(int ni, int nj, int nk, double c[ni][nj], const double a[ni][nk], const double b[nk][nj])
{
    for (int i = 0; i < ni; i++) {
        for (int j = 0; j < nj; j++)
            c[i][j] *= 2.0;
        for (int k = 0; k < nk; k++)
            for (int j = 0; j < nj; j++)
                c[i][j] += 3.0*a[i][k]*b[k][j];
    }
}

void vectors(int k, double x1[k], double x2[k], double y1[k], double y2[k], double a[k][k])
{
    for (int i = 0; i < k; i++)
        for (int j = 0; j < k; j++)
            x1[i] += a[i][j]*y1[j];
    for (int i = 0; i < k; i++)
        for (int j = 0; j < k; j++)
            x2[i] += a[j][i]*y2[j];
}

void summed(int k, double a[k][k], double b[k][k], double t[k], double x[k], double y[k])
{
    for (int i = 0; i < k; i++) {
        t[i] = 0.0;
        y[i] = 0.0;
        for (int j = 0; j < k; j++) {
            t[i] += a[i][j]*x[j];
            y[i] += b[i][j]*x[j];
        }
        y[i] = 2.0*t[i] + 3.0*y[i];
    }
}

void symmetric(int k, int l, double c[k][k], double a[k][l])
{
    for (int i = 0; i < k; i++) {
        for (int j = 0; j <= i; j++)
            c[i][j] *= 3.0;
        for (int q = 0; q < l; q++)
            for (int j = 0; j <= i; j++)
                c[i][j] += 2.0*a[i][q]*a[j][q];
    }
}

void triangular(int k, int l, double a[k][k], double b[k][l])
{
    for (int i = 0; i < k; i++)
        for (int j = 0; j < l; j++) {
            for (int q = i + 1; q < k; q++)
                b[i][j] += a[q][i]*b[q][j];
            b[i][j] *= 2.0;
        }
}

void covariance(int k, int l, double data[l][k], double cov[k][k], double mean[k])
{
    for (int j = 0; j < k; j++) {
        mean[j] = 0.0;
        for (int i = 0; i < l; i++)
            mean[j] += data[i][j];
    }
    for (int i = 0; i < l; i++)
        for (int j = 0; j < k; j++)
            data[i][j] -= mean[j];
    for (int i = 0; i < k; i++)
        for (int j = i; j < k; j++) {
            cov[i][j] = 0.0;
            for (int q = 0; q < l; q++)
                cov[i][j] += data[q][i]*data[q][j];
            cov[j][i] = cov[i][j];
        }
}

/* ---- Shapes ----
   expect i in flattened: conditional
   expect i in ranks: conditional
   expect i in of_file: conditional
   expect i in two_types: parallel
   expect i in promised: parallel
   expect i in own: parallel */
void flattened(int k, double *x, double y[k][k])
{
    for (int i = 0; i < k; i++)
        for (int j = 0; j < k; j++)
            x[i*k + j] = y[j][i] + 1.0;
}
void ranks(double x[][3][4], double y[][5], int k)
{
    for (int i = 0; i < k; i++)
        for (int j = 0; j < 3; j++)
            x[i][j][2] = y[i][j] + 1.0;
}
double grid[n][m];
void of_file(const double *x)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            grid[i][j] = x[i] + j;
}
void two_types(int k, double a[k][k], float x[k])
{
    for (int i = 0; i < k; i++)
        for (int j = 0; j < k; j++)
            a[i][j] = x[j];
}
void promised(int k, double a[restrict k][k], const double x[restrict k])
{
    for (int i = 0; i < k; i++)
        for (int j = 0; j < k; j++)
            a[i][j] = x[j];
}
void own(int k, double a[k][k])
{
    double x[n];
    for (int i = 0; i < n; i++)
        x[i] = i;
    for (int i = 0; i < k; i++)
        for (int j = 0; j < k; j++)
            a[i][j] += x[j];
}

/* ---- Rows that begin inside of each other ----
   expect i in rows: conditional
   expect i in halves: conditional
   expect i in one_matrix: parallel
   expect i in stray: serial */
void rows(int k, double x[][8], double y[][8])
{
    for (int i = 0; i < k; i++)
        for (int j = 0; j < 8; j++)
            x[i][j] = y[i][7 - j] + 1.0;
}
/* Different columns, of one matrix; but the rows of y may begin in the middle of those of x. */
void halves(int k, double x[][8], double y[][8])
{
    for (int i = 0; i < k; i++)
        for (int j = 0; j < 4; j++)
            x[i][j] = y[i][j + 4] + 1.0;
}
void one_matrix(int k, double x[][8])
{
    double (*y)[8] = x;
    for (int i = 0; i < k; i++)
        for (int j = 0; j < 4; j++)
            x[i][j] = y[i][j + 4] + 1.0;
}
void stray(int k, double *x)
{
    for (int i = 0; i < k; i++) {
        double (*y)[8] = (double (*)[8])(x + 4*i);
        for (int j = 0; j < 4; j++)
            y[0][j] = y[0][j + 4] + 1.0;
    }
}

static void reset(void)
{
    for (int i = 0; i < big; i++)
        pool[i] = (i*7) % 11 - 5;
    for (int i = 0; i < n*m; i++)
        grid[i/m][i % m] = i % 6;
}

static void show(const char *name)
{
    double sum = 0.0;
    for (int i = 0; i < big; i++)
        sum = fmod(1.5*sum + (i % 7 + 1)*fmod(pool[i], 1e6), 1e9);
    for (int i = 0; i < n*m; i++)
        sum = fmod(1.5*sum + (i % 7 + 1)*grid[i/m][i % m], 1e9);
    printf("%s %.17g\n", name, sum);
    reset();
}
#define RUN(f, ...) (f(__VA_ARGS__), show(#f))
#define MATRIX(columns, at) (double (*)[columns])(pool + (at))
#define CONSTANT(columns, at) (const double (*)[columns])(pool + (at))

int main(void)
{
    reset();
    for (int at = 0; at < 500; at += at < 16 ? 1 : 45) { // apart, in step, and in between
        RUN(product, n, m, 9, MATRIX(m, 200), CONSTANT(9, at), CONSTANT(m, 1000));
        RUN(product, m, m, m, MATRIX(m, 200), CONSTANT(m, 1000), CONSTANT(m, at));
        RUN(vectors, n, pool + 200, pool + 300, pool + 400, pool + 500, MATRIX(n, at));
        RUN(vectors, n, pool + 200, pool + 200 + at, pool + 195, pool + 205, MATRIX(n, 800));
        RUN(summed, n, MATRIX(n, at), MATRIX(n, 1000), pool + 200, pool + 220, pool + 240);
        RUN(summed, n, MATRIX(n, 1200), MATRIX(n, 1000), pool + 200, pool + 200 + at, pool + 240);
        RUN(symmetric, n, m, MATRIX(n, 200), MATRIX(m, at));
        RUN(triangular, n, m, MATRIX(n, 200), MATRIX(m, at));
        RUN(covariance, n, m, MATRIX(n, 200), MATRIX(n, at), pool + 1000);
        RUN(covariance, n, m, MATRIX(n, 200), MATRIX(n, 1000), pool + at);
        RUN(flattened, n, pool + 200, MATRIX(n, at));
        RUN(rows, n, MATRIX(8, 100), MATRIX(8, at));
        RUN(halves, n, MATRIX(8, 100), MATRIX(8, at));
        RUN(ranks, (double (*)[3][4])(pool + 100), MATRIX(5, at), n);
    }
    static float numbers[n] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8};
    RUN(of_file, pool); RUN(of_file, &grid[1][3]); RUN(of_file, &grid[0][0]);
    RUN(two_types, n, MATRIX(n, 0), numbers); RUN(promised, n, MATRIX(n, 0), vector);
    RUN(own, n, MATRIX(n, 0)); RUN(one_matrix, n, MATRIX(8, 0)); RUN(stray, n, pool);
    return 0;
}
