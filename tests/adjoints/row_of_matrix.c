/* A function that returns a pointer, called by one that is hidden and runs as it is: there the result is an argument,
   too, which the function of the user's own file does not take.
   head: kernel(x)>(y) */
double *row(double *a, int i) { return a + 3 * i; }

static int positive(double *a)
{
    double *p = row(a, 1);
    return p[0] > 0;
}

void kernel(const double x[3], double *y)
{
    double w[6] = {1, 2, 3, 4, 5, 6}, v[6];
    for (int i = 0; i < 6; i++)
        v[i] = x[i % 3] * x[i % 2];
    double *p = row(v, 1);
    *y = (p[0] + p[2] * x[1]) * (1 + positive(w)) * (1 + positive(v));
}
