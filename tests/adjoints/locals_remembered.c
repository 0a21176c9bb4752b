/* Pointers to local variables of called functions: into an array, stored by a callee, to a parameter,
   walked by a callee. The two sweeps have frames of their own.
   head: model(x)>(y)
   size: n=4 */
static double window(int n, const double *x)
{
    double tmp[9] = {0.0};
    double *row = tmp + 3;
    double sum = 0.0;
    for (int i = 0; i < n; i++) {
        row[i] = x[i] * x[i];
        if (i == 2)
            row--;
        sum += row[i] * x[n - 1 - i];
    }
    return sum + *row;
}

static void aim(double **pointer, double *target) { *pointer = target; }

static double aimed(double a, double b)
{
    double u = a * b, v = a + b, *p;
    aim(&p, &u);
    *p = *p * a;
    aim(&p, &v);
    *p = *p * u;
    return u * v;
}

static double by_address(double a)
{
    double *p = &a;
    for (int i = 0; i < 3; i++)
        *p = *p * *p + 0.1 * a;
    return a;
}

static double squares(int n, double *p)
{
    double sum = 0.0;
    while (n--) {
        *p *= *p;
        sum += *p++;
    }
    return sum;
}

static double walked(int n, const double *x)
{
    double copy[8];
    for (int i = 0; i < n; i++)
        copy[i] = x[i] * 1.5;
    return squares(n, copy) + copy[0] * copy[n - 1];
}

void model(int n, const double *x, double *y)
{
    y[0] = window(n, x);
    y[1] = aimed(x[0], x[1]);
    y[2] = by_address(x[2] * 0.5);
    y[3] = walked(n, x) * y[0];
}
