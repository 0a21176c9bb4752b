/* Recursive functions, mutual recursion, recursion through arrays and a pointer to function. */
#include <stdio.h>

static int is_odd(unsigned n);

static int is_even(unsigned n)
{
    return n == 0 ? 1 : is_odd(n - 1);
}

static int is_odd(unsigned n)
{
    return n == 0 ? 0 : is_even(n - 1);
}

static long long binomial(int n, int k)
{
    if (k == 0 || k == n)
        return 1;
    return binomial(n - 1, k - 1) + binomial(n - 1, k);
}

static void permute(int *a, int n, int k, int *count)
{
    if (k == n) {
        if (a[0] < a[n - 1])
            ++*count;
        return;
    }
    for (int i = k; i < n; i++) {
        int t = a[k];
        a[k] = a[i], a[i] = t;
        permute(a, n, k + 1, count);
        t = a[k];
        a[k] = a[i], a[i] = t;
    }
}

static double integrate(double (*f)(double), double a, double b, double fa, double fb, int depth)
{
    double m = (a + b) / 2, fm = f(m), d = fm - (fa + fb) / 2;
    if (depth == 0 || (d < 1e-5 && d > -1e-5))
        return (b - a) * (fa + 4 * fm + fb) / 6;
    return integrate(f, a, m, fa, fm, depth - 1) + integrate(f, m, b, fm, fb, depth - 1);
}

static double hill(double x)
{
    return 1 / (1 + 25 * x * x);
}

int main(void)
{
    int a[5] = {1, 2, 3, 4, 5}, count = 0;
    permute(a, 5, 0, &count);
    printf("%d %d %lld %d\n", is_even(10), is_odd(4), binomial(16, 7), count);
    printf("%.17g\n", integrate(hill, -1, 1, hill(-1), hill(1), 20));
    return 0;
}
