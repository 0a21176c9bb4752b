/* Kernels for `costate parallelize`: each is run with 1, 2 and 8 threads and must print the same.
   directives: 14 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void axpy(int n, double s, const double *restrict x, double *restrict y)
{
    for (int i = 0; i < n; i++)
        y[i] += s*x[i];
}

/* No `restrict`: the directive tests whether they overlap. */
static void copy(int n, const double *x, double *y)
{
    for (int i = 0; i < n; i++)
        y[i] = x[i];
}

void shift(int n, double *x, double *y)
{
    for (int i = 0; i < n; i++)
        y[i] = 0.5*x[i];
}

static double dot(int n, const double *x, const double *y)
{
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += x[i]*y[i];
    return s;
}

static double largest(int n, const double *x)
{
    double m = 0.0;
    for (int i = 0; i < n; i++)
        m = fmax(m, fabs(x[i]));
    return m;
}

static void multiply(int n, const double *restrict a, const double *restrict b, double *restrict c)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double s = 0.0;
            for (int k = 0; k < n; k++)
                s += a[i*n + k]*b[k*n + j];
            c[i*n + j] = s;
        }
}

static void jacobi(int n, const double *restrict u, double *restrict v)
{
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            v[i*n + j] = 0.25*(u[(i - 1)*n + j] + u[(i + 1)*n + j] + u[i*n + j - 1] + u[i*n + j + 1]);
}

static void transpose(int n, const double *restrict a, double *restrict b)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            b[j*n + i] = a[i*n + j];
}

static void forces(int n, const double *restrict x, double *restrict f)
{
    for (int i = 0; i < n; i++) {
        double sum = 0.0;
        for (int j = 0; j < n; j++)
            if (j != i) {
                double d = x[j] - x[i];
                sum += d/(fabs(d*d*d) + 1e-3);
            }
        f[i] = sum;
    }
}

static void mandelbrot(int n, int *restrict count)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double cr = -2.0 + 3.0*j/n, ci = -1.5 + 3.0*i/n, zr = 0.0, zi = 0.0;
            int k;
            for (k = 0; k < 200; k++) {
                double t = zr*zr - zi*zi + cr;
                zi = 2.0*zr*zi + ci;
                zr = t;
            }
            count[i*n + j] = zr*zr + zi*zi < 4.0 ? k : 0;
        }
}

/* A packed triangle. */
static void triangle(int n, double *a)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            a[i*(i + 1)/2 + j] = sin(i + 2.0*j);
}

/* Each iteration has its own work array. */
static void smooth(int n, double a[][16])
{
    double w[16];
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < 16; j++)
            w[j] = a[i][j];
        for (int j = 1; j < 15; j++)
            a[i][j] = (w[j - 1] + w[j] + w[j + 1])/3.0;
    }
}

/* Rows with a leading dimension: parallel where they do not overlap. */
static void clear_rows(int n, int m, int lda, double *a)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i*lda + j] = i - j;
}

/* Elimination: the inner loops only. */
static void eliminate(int n, double a[][64])
{
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) {
            double factor = a[i][k]/a[k][k];
            for (int j = k; j < n; j++)
                a[i][j] -= factor*a[k][j];
        }
}

/* Stays serial. */
static double recurrence(int n, double *x)
{
    for (int i = 1; i < n; i++)
        x[i] += 0.5*x[i - 1];
    return x[n - 1];
}

static double sum(int n, const double *x)
{
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += x[i]*(1 + i%3);
    return s;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 64, size = n*n;
    double *a = malloc(size*sizeof *a), *b = malloc(size*sizeof *b), *c = malloc(size*sizeof *c);
    int *count = malloc(size*sizeof *count);
    static double block[64][64], rows[1000][16];
    for (int i = 0; i < size; i++) {
        a[i] = cos(0.1*i);
        b[i] = sin(0.2*i);
        c[i] = 0.0;
    }
    for (int i = 0; i < 64; i++)
        for (int j = 0; j < 64; j++)
            block[i][j] = i == j ? 70.0 : cos(i*j);
    for (int i = 0; i < 1000; i++)
        for (int j = 0; j < 16; j++)
            rows[i][j] = sin(i + j*j);
    axpy(size, 2.0, a, b);
    printf("axpy %.9e\n", sum(size, b));
    copy(size, a, c);
    printf("copy %.9e\n", sum(size, c));
    shift(size - 1, c + 1, c);
    printf("shift %.9e\n", sum(size, c));
    printf("dot %.9e\n", dot(size, a, b));
    printf("largest %.9e\n", largest(size, b));
    multiply(n, a, b, c);
    printf("multiply %.9e\n", sum(size, c));
    jacobi(n, a, c);
    printf("jacobi %.9e\n", sum(size, c));
    transpose(n, b, c);
    printf("transpose %.9e\n", sum(size, c));
    forces(size, a, c);
    printf("forces %.9e\n", sum(size, c));
    mandelbrot(n, count);
    long total = 0;
    for (int i = 0; i < size; i++)
        total += count[i];
    printf("mandelbrot %ld\n", total);
    triangle(n, a);
    printf("triangle %.9e\n", sum(n*(n + 1)/2, a));
    smooth(1000, rows);
    printf("smooth %.9e\n", sum(16000, &rows[0][0]));
    clear_rows(n, n - 1, n, a);
    clear_rows(n - 1, n, 1, b);
    printf("rows %.9e %.9e\n", sum(size, a), sum(n, b));
    eliminate(64, block);
    printf("eliminate %.9e\n", block[63][63]);
    printf("recurrence %.9e\n", recurrence(size, c));
    free(a);
    free(b);
    free(c);
    free(count);
    return 0;
}
