/* Coefficients in a table of constant tables.
   head: series(x)>(series)
   at: {"x": 0.7, "order": 1}
   at: {"x": 0.4, "order": 0} */
static const double even[] = {1.0, 2.0, 3.0};
static const double odd[] = {1.5, 2.5, 3.5};
static const double *table[] = {even, odd};

static double horner(const double *c, int n, double x)
{
    double sum = 0.0;
    for (int i = n - 1; i >= 0; i--)
        sum = sum * x + c[i];
    return sum;
}

double series(double x, int order)
{
    const double *c = table[order];
    return horner(c, 3, x);
}
